package dev.millrace.runtime.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.function.Predicate;

/** Meters of functions as a whole: one that does not start has no partitions to be seen by. */
public final class FunctionMeters {
  private FunctionMeters() {}

  /** Registers the gauges of functions for the life of the pod. */
  public static void bind(
      MeterRegistry registry, Collection<String> functions, Predicate<String> isRunning) {
    for (String function : functions) {
      Gauge.builder("millrace.running", () -> isRunning.test(function) ? 1 : 0)
          .tag("function", function)
          .description("1 if the function runs in this pod, 0 if it cannot start")
          .register(registry);
    }
  }
}
