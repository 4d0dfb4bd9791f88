package dev.millrace.deployment;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * A format whose events and results are classes that are generated from a schema. Its library is
 * known by name only, for an application brings it where it needs it.
 *
 * @param artifact the module with the codec
 * @param codecPackage of that module
 * @param provider the class that provides the codec
 * @param codecs what it is called
 * @param library the package that generated classes extend classes of
 * @param recordBases what classes of events and results extend
 * @param otherBases what other generated classes extend
 * @param unreadable classes of the library that events and results might be declared as, in vain
 */
record SchemaFormat(
    String artifact,
    String codecPackage,
    String provider,
    Set<String> codecs,
    String library,
    List<DotName> recordBases,
    List<DotName> otherBases,
    Set<String> unreadable) {

  private static final DotName AVRO_GENERATED =
      DotName.createSimple("org.apache.avro.specific.AvroGenerated");
  private static final DotName FILE_DESCRIPTOR =
      DotName.createSimple("com.google.protobuf.Descriptors$FileDescriptor");
  private static final DotName LITE =
      DotName.createSimple("com.google.protobuf.GeneratedMessageLite");

  static final SchemaFormat AVRO =
      new SchemaFormat(
          "millrace-avro",
          "dev.millrace.avro",
          "dev.millrace.avro.AvroCodecProvider",
          Set.of("avro", "avro-binary"),
          "org.apache.avro",
          names("org.apache.avro.specific.SpecificRecordBase"),
          names(
              "org.apache.avro.specific.SpecificFixed",
              "org.apache.avro.specific.SpecificExceptionBase"),
          Set.of(
              "org.apache.avro.generic.GenericData$Record",
              "org.apache.avro.generic.GenericRecord",
              "org.apache.avro.generic.IndexedRecord",
              "org.apache.avro.specific.SpecificRecord",
              "org.apache.avro.specific.SpecificRecordBase"));

  static final SchemaFormat PROTOBUF =
      new SchemaFormat(
          "millrace-protobuf",
          "dev.millrace.protobuf",
          "dev.millrace.protobuf.ProtobufCodecProvider",
          Set.of("protobuf"),
          "com.google.protobuf",
          names("com.google.protobuf.GeneratedMessage"),
          names("com.google.protobuf.GeneratedFile"),
          Set.of(
              "com.google.protobuf.AbstractMessage",
              "com.google.protobuf.DynamicMessage",
              "com.google.protobuf.GeneratedMessage",
              "com.google.protobuf.Message",
              "com.google.protobuf.MessageLite"));

  static final List<SchemaFormat> ALL = List.of(AVRO, PROTOBUF);

  SchemaFormat {
    codecs = Set.copyOf(codecs);
    recordBases = List.copyOf(recordBases);
    otherBases = List.copyOf(otherBases);
    unreadable = Set.copyOf(unreadable);
  }

  private static List<DotName> names(String... names) {
    return Stream.of(names).map(DotName::createSimple).toList();
  }

  /** Whether a codec of that name reads the generated classes; the empty name is any codec. */
  boolean isMeantBy(String codec) {
    return codec.isEmpty() || codecs.contains(codec);
  }

  /** Whether events and results may be of the class. */
  boolean isRecord(ClassInfo type, ClassHierarchy hierarchy) {
    return recordBases.stream()
        .anyMatch(base -> !type.name().equals(base) && isBelow(type, base, hierarchy));
  }

  /** Whether it is a class of the library that is made without generated code, or for another. */
  boolean isUnreadable(ClassInfo type, ClassHierarchy hierarchy) {
    return unreadable.contains(type.name().toString())
        || (equals(PROTOBUF) && isBelow(type, LITE, hierarchy));
  }

  /** The last superclass that is indexed names one that need not be. */
  private static boolean isBelow(ClassInfo type, DotName base, ClassHierarchy hierarchy) {
    ClassInfo level = type;
    while (level != null) {
      DotName parent = level.superName();
      if (level.name().equals(base) || base.equals(parent)) {
        return true;
      }
      level = parent == null ? null : hierarchy.find(parent.toString());
    }
    return false;
  }

  /** The format that a class is generated for, or null. */
  static @Nullable SchemaFormat of(ClassInfo type, ClassHierarchy hierarchy) {
    for (SchemaFormat format : ALL) {
      if (format.isRecord(type, hierarchy)) {
        return format;
      }
    }
    return null;
  }

  /**
   * All classes that were generated, with those that they contain: builders, and what the compiler
   * made of their anonymous parts.
   */
  Set<String> generated(IndexView index) {
    Set<String> outermost = new HashSet<>();
    roots(index).forEach(type -> outermost.add(outermost(type.name())));
    Set<String> all = new TreeSet<>();
    for (ClassInfo type : index.getKnownClasses()) {
      if (outermost.contains(outermost(type.name()))) {
        all.add(type.name().toString());
      }
    }
    return all;
  }

  private Stream<ClassInfo> roots(IndexView index) {
    Stream<ClassInfo> subclasses =
        Stream.concat(recordBases.stream(), otherBases.stream())
            .flatMap(base -> index.getAllKnownSubclasses(base).stream());
    Stream<ClassInfo> others =
        equals(AVRO)
            ? index.getAnnotations(AVRO_GENERATED).stream()
                .map(AnnotationInstance::target)
                .filter(target -> target.kind() == AnnotationTarget.Kind.CLASS)
                .map(AnnotationTarget::asClass)
            // Of a file: earlier compilers give it no superclass.
            : index.getKnownUsers(FILE_DESCRIPTOR).stream().filter(SchemaFormat::isFile);
    return Stream.concat(subclasses, others)
        .filter(type -> !type.name().toString().startsWith(library + "."));
  }

  private static boolean isFile(ClassInfo type) {
    var descriptor = type.method("getDescriptor");
    return descriptor != null && descriptor.returnType().name().equals(FILE_DESCRIPTOR);
  }

  private static String outermost(DotName name) {
    String text = name.toString();
    int dollar = text.indexOf('$', text.lastIndexOf('.') + 1);
    return dollar < 0 ? text : text.substring(0, dollar);
  }
}
