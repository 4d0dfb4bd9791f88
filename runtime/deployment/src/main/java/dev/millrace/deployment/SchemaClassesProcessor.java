package dev.millrace.deployment;

import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.IndexDependencyBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedPackageBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ServiceProviderBuildItem;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * What a native image needs of Avro and Protobuf, where the application has their codec.
 *
 * <p>Both are initialised at run time, the generated classes with them: Avro's hold the thread that
 * makes them, and Protobuf's library knows the layout of arrays. So no class that is initialised
 * while the image is built, as one of a function, may hold an instance in a static field.
 */
final class SchemaClassesProcessor {
  private static final String[] AVRO_SERVICES = {
    "org.apache.avro.Conversion",
    "org.apache.avro.FormattedSchemaParser",
    "org.apache.avro.LogicalTypes$LogicalTypeFactory",
    "org.apache.avro.SchemaFormatterFactory"
  };

  private static final DotName BUILDER =
      DotName.createSimple("com.google.protobuf.GeneratedMessage$Builder");
  private static final DotName ENUM =
      DotName.createSimple("com.google.protobuf.ProtocolMessageEnum");

  /** Avro finds schema and model in fields of a class, and classes by their schemas' names. */
  @BuildStep
  void avro(
      CombinedIndexBuildItem index,
      BuildProducer<ReflectiveClassBuildItem> reflective,
      BuildProducer<RuntimeInitializedClassBuildItem> classes,
      BuildProducer<RuntimeInitializedPackageBuildItem> packages,
      BuildProducer<NativeImageResourcePatternsBuildItem> resources,
      BuildProducer<ServiceProviderBuildItem> services) {
    if (!CodecChecks.providersOfApplication().contains(SchemaFormat.AVRO.provider())) {
      return;
    }
    String[] generated =
        initialiseAtRunTime(SchemaFormat.AVRO, index.getIndex(), classes, packages);
    reflective.produce(
        ReflectiveClassBuildItem.builder(generated)
            .constructors()
            .fields()
            .reason("schemas of Avro")
            .build());
    // Avro initialises them by name, before it fills in what a writer's schema does not have.
    reflective.produce(
        ReflectiveClassBuildItem.builder(
                "org.apache.avro.io.parsing.ResolvingGrammarGenerator",
                "org.apache.avro.Schema$Field",
                "org.apache.avro.JsonProperties")
            .constructors(false)
            .reason("defaults of Avro")
            .build());
    // Schemas of earlier writers.
    resources.produce(
        NativeImageResourcePatternsBuildItem.builder().includeGlob("META-INF/avro/*.json").build());
    for (String service : AVRO_SERVICES) {
      services.produce(ServiceProviderBuildItem.allProvidersFromClassPath(service));
    }
  }

  /** Its own messages are used like those of an application, and are not in an index otherwise. */
  @BuildStep
  void indexOfProtobuf(BuildProducer<IndexDependencyBuildItem> indexed) {
    if (CodecChecks.providersOfApplication().contains(SchemaFormat.PROTOBUF.provider())) {
      indexed.produce(new IndexDependencyBuildItem("com.google.protobuf", "protobuf-java"));
    }
  }

  /**
   * The codec asks a message's class for an empty one. Texts of messages call each getter, and so
   * do descriptors, of the messages of the library that describe features.
   */
  @BuildStep
  void protobuf(
      CombinedIndexBuildItem index,
      BuildProducer<ReflectiveClassBuildItem> reflective,
      BuildProducer<RuntimeInitializedClassBuildItem> classes,
      BuildProducer<RuntimeInitializedPackageBuildItem> packages) {
    if (!CodecChecks.providersOfApplication().contains(SchemaFormat.PROTOBUF.provider())) {
      return;
    }
    String[] generated =
        initialiseAtRunTime(SchemaFormat.PROTOBUF, index.getIndex(), classes, packages);
    Stream<String> library =
        Stream.of(
                index.getIndex().getAllKnownSubclasses(SchemaFormat.PROTOBUF.recordBases().get(0)),
                index.getIndex().getAllKnownSubclasses(BUILDER),
                index.getIndex().getAllKnownImplementations(ENUM))
            .flatMap(Collection::stream)
            .map(type -> type.name().toString())
            .filter(name -> name.startsWith(SchemaFormat.PROTOBUF.library() + "."));
    reflective.produce(
        ReflectiveClassBuildItem.builder(
                Stream.of(
                        Stream.of(generated),
                        library,
                        Stream.of("com.google.protobuf.ExtensionRegistry"))
                    .flatMap(names -> names)
                    .toArray(String[]::new))
            .methods()
            .reason("messages of Protobuf")
            .build());
  }

  private static String[] initialiseAtRunTime(
      SchemaFormat format,
      IndexView index,
      BuildProducer<RuntimeInitializedClassBuildItem> classes,
      BuildProducer<RuntimeInitializedPackageBuildItem> packages) {
    packages.produce(new RuntimeInitializedPackageBuildItem(format.library()));
    packages.produce(new RuntimeInitializedPackageBuildItem(format.codecPackage()));
    Set<String> generated = format.generated(index);
    generated.forEach(name -> classes.produce(new RuntimeInitializedClassBuildItem(name)));
    return generated.toArray(String[]::new);
  }
}
