package dev.millrace.deployment;

import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.model.Problem;
import dev.millrace.functions.model.ValidFunction;
import dev.millrace.functions.state.TypeRef;
import io.quarkus.deployment.util.ServiceUtil;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Whether there is a codec for classes that were generated from a schema. Without theirs JSON would
 * take them, as it takes any class, and fail with the first record.
 *
 * @param index of the application, without classes that were only looked up
 * @param providers names of the classes that provide codecs
 * @param isExecutable whether a native executable is built
 */
record CodecChecks(
    ClassHierarchy hierarchy, IndexView index, Set<String> providers, boolean isExecutable) {

  CodecChecks {
    providers = Set.copyOf(providers);
  }

  /** The classes that provide codecs of the application. */
  static Set<String> providersOfApplication() {
    return ServiceUtil.classNamesNamedIn("META-INF/services/" + CodecProvider.class.getName());
  }

  /** What is wrong with a function's events and results. */
  List<Problem> check(ValidFunction function) {
    List<Problem> problems = new ArrayList<>();
    for (TypeRef type : new LinkedHashSet<>(List.of(function.event(), function.result()))) {
      ClassInfo found = type.arguments().isEmpty() ? hierarchy.find(type.name()) : null;
      if (found != null) {
        check(function, found, problems);
      }
    }
    return problems;
  }

  private void check(ValidFunction function, ClassInfo type, List<Problem> problems) {
    for (SchemaFormat format : SchemaFormat.ALL) {
      if (format.isUnreadable(type, hierarchy)) {
        if (isOurs(function, format)) {
          problems.add(unreadable(function, type));
        }
      } else if (format.isRecord(type, hierarchy)) {
        if (isOurs(function, format) && !providers.contains(format.provider())) {
          problems.add(withoutCodec(function, type, format));
        }
        if (isExecutable && !isIndexed(type)) {
          problems.add(notIndexed(function, type));
        }
      }
    }
  }

  /** Unless a codec of the author's may read it, about which nothing is known here. */
  private boolean isOurs(ValidFunction function, SchemaFormat format) {
    return format.isMeantBy(function.codec())
        && (!function.codec().isEmpty()
            || providers.stream().allMatch(name -> name.startsWith("dev.millrace.")));
  }

  private boolean isIndexed(ClassInfo type) {
    return index.getClassByName(DotName.createSimple(type.name().toString())) != null;
  }

  private static Problem unreadable(ValidFunction function, ClassInfo type) {
    return new Problem(
        function.model().className(),
        null,
        "Expected events and results of a class that is generated from a schema, but it is another"
            + " one of the format's library: class="
            + type.name(),
        "Generate classes from the schema: with Avro's compiler, or protoc and not for the lite"
            + " runtime.");
  }

  private static Problem withoutCodec(ValidFunction function, ClassInfo type, SchemaFormat format) {
    return new Problem(
        function.model().className(),
        null,
        "Expected a codec for a class that is generated from a schema, but there is none: class="
            + type.name(),
        "Add the dependency dev.millrace:" + format.artifact() + ".");
  }

  private static Problem notIndexed(ValidFunction function, ClassInfo type) {
    return new Problem(
        function.model().className(),
        null,
        "Expected classes that are generated from a schema to be in an index, for an executable"
            + " holds only what is found there, but their library has none: class="
            + type.name(),
        "Set quarkus.index-dependency.schemas.group-id and .artifact-id to those of the library.");
  }
}
