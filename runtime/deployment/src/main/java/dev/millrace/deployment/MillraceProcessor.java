package dev.millrace.deployment;

import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** Announces the extension. */
final class MillraceProcessor {

  @BuildStep
  FeatureBuildItem feature() {
    return new FeatureBuildItem("millrace");
  }
}
