package dev.millrace.deployment;

import dev.millrace.runtime.lane.CompilerBoundaries;
import io.quarkus.arc.deployment.ExcludedTypeBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.logging.LogCleanupFilterBuildItem;
import io.quarkus.deployment.pkg.NativeConfig;

/** Announces the extension. */
final class MillraceProcessor {

  @BuildStep
  FeatureBuildItem feature() {
    return new FeatureBuildItem("millrace");
  }

  /** Nothing is compiled in a native executable, and what is told a JVM would only be ballast. */
  @BuildStep
  void withoutCompiler(NativeConfig executable, BuildProducer<ExcludedTypeBuildItem> excluded) {
    if (executable.enabled()) {
      excluded.produce(new ExcludedTypeBuildItem(CompilerBoundaries.class.getName()));
    }
  }

  /**
   * Lines that mean nothing here: a channel of a function is disabled because Millrace reads it
   * itself, and the pools of one Redis client share a gauge. They become debug messages.
   */
  @BuildStep
  void quiet(BuildProducer<LogCleanupFilterBuildItem> filters) {
    filters.produce(
        new LogCleanupFilterBuildItem(
            "io.smallrye.reactive.messaging.provider", "SRMSG00231", "SRMSG00232"));
    filters.produce(
        new LogCleanupFilterBuildItem(
            "io.micrometer.core.instrument.MeterRegistry",
            "This Gauge has been already registered (MeterId{name='redis.queue.size'"));
  }
}
