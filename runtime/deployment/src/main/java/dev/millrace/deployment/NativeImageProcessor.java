package dev.millrace.deployment;

import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.model.ValidFunction;
import dev.millrace.functions.state.TypeRef;
import dev.millrace.runtime.config.CredentialFiles;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.http.ApiError;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveHierarchyBuildItem;
import io.quarkus.deployment.builditem.nativeimage.RuntimeInitializedPackageBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ServiceProviderBuildItem;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Type;

/**
 * What a native image has to keep of ours and of the application: the types that codecs read and
 * write. What libraries need is {@link NativeLibrariesProcessor}'s.
 */
final class NativeImageProcessor {
  /**
   * Codecs reach events and results by reflection; nothing else does. Those generated from schemas
   * are {@link SchemaClassesProcessor}'s: what their fields lead to is their library.
   */
  @BuildStep
  void codecTypes(
      StreamFunctionsBuildItem found,
      CombinedIndexBuildItem index,
      BuildProducer<ReflectiveHierarchyBuildItem> reflective) {
    ClassHierarchy hierarchy = new ClassHierarchy(index.getComputingIndex());
    for (ValidFunction function : found.functions()) {
      for (TypeRef type : List.of(function.event(), function.result())) {
        for (String name : classNames(type)) {
          ClassInfo known = hierarchy.find(name);
          if (known != null && SchemaFormat.of(known, hierarchy) != null) {
            continue;
          }
          reflective.produce(
              ReflectiveHierarchyBuildItem.builder(
                      Type.create(DotName.createSimple(name), Type.Kind.CLASS))
                  .index(index.getComputingIndex())
                  .source(function.model().className())
                  .build());
        }
      }
    }
  }

  @BuildStep
  ServiceProviderBuildItem codecs() {
    return ServiceProviderBuildItem.allProvidersFromClassPath(CodecProvider.class.getName());
  }

  /** The body of errors is in no method's signature, where Quarkus would look for it. */
  @BuildStep
  ReflectiveClassBuildItem bodyOfErrors() {
    return ReflectiveClassBuildItem.builder(ApiError.class)
        .methods()
        .reason("body of answers of the HTTP API")
        .build();
  }

  /** Kafka's clients make it by its name. */
  @BuildStep
  ReflectiveClassBuildItem credentialFiles() {
    return ReflectiveClassBuildItem.builder(CredentialFiles.class)
        .reason("sasl.client.callback.handler.class")
        .build();
  }

  /** Published with the documents' reader. */
  @BuildStep
  NativeImageResourceBuildItem schemaOfDocuments() {
    return new NativeImageResourceBuildItem("dev/millrace/json/declarative/function.schema.json");
  }

  /** Reads a system property that is given when the process starts. */
  @BuildStep
  RuntimeInitializedPackageBuildItem failpoints() {
    return new RuntimeInitializedPackageBuildItem(Failpoints.class.getPackageName());
  }

  /** Classes of a type and its arguments; not those of the JDK, primitives or arrays. */
  private static List<String> classNames(TypeRef type) {
    List<String> names = new ArrayList<>();
    String name = type.name().replace("[]", "");
    if (name.indexOf('.') >= 0 && !name.startsWith("java.")) {
      names.add(name);
    }
    type.arguments().forEach(argument -> names.addAll(classNames(argument)));
    return names;
  }
}
