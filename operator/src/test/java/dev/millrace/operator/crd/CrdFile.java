package dev.millrace.operator.crd;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The CRD as the model says it is. */
public final class CrdFile {
  /** Where it is kept. */
  public static final Path PATH = Path.of("../k8s/crd/streamfunctions.millrace.dev.yaml");

  /** The order of the columns, which the generator does not keep. */
  private static final List<String> COLUMNS =
      List.of(
          "READY",
          "PHASE",
          "PODS",
          "PARTITIONS",
          "LAG",
          "WM-LAG",
          "NEXT-FIRE",
          "AGE",
          "TOPIC",
          "GUARANTEE",
          "CHECKPOINT",
          "IMAGE",
          "WHY");

  private CrdFile() {}

  static String text() {
    Kept kept = new Kept();
    new CRDGenerator()
        .customResourceClasses(StreamFunction.class)
        .forCRDVersions("v1")
        .withOutput(new Discarded())
        .withPostProcessor(kept)
        .generate();
    CustomResourceDefinition crd = Objects.requireNonNull(kept.crd);
    crd.getSpec().getVersions().forEach(CrdFile::order);
    return "# Made from the operator's sources by the build; do not edit.\n"
        + Serialization.asYaml(crd);
  }

  private static void order(CustomResourceDefinitionVersion version) {
    version
        .getAdditionalPrinterColumns()
        .sort(
            Comparator.comparing(
                (CustomResourceColumnDefinition column) -> COLUMNS.indexOf(column.getName())));
  }

  private static final class Kept implements CRDPostProcessor {
    private @Nullable CustomResourceDefinition crd;

    @Override
    public HasMetadata process(HasMetadata made, String version) {
      crd = (CustomResourceDefinition) made;
      return made;
    }
  }

  private static final class Discarded extends CRDGenerator.AbstractCRDOutput<OutputStream> {
    @Override
    protected OutputStream createStreamFor(String crdName) {
      return OutputStream.nullOutputStream();
    }
  }
}
