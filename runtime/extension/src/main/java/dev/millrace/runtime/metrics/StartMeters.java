package dev.millrace.runtime.metrics;

import dev.millrace.runtime.lane.StartTimes;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** How long the start of the pod took. */
public final class StartMeters {
  private StartMeters() {}

  /** Registers a gauge per step for the life of the pod, tagged {@code step}. */
  public static void bind(MeterRegistry registry, StartTimes times) {
    for (StartTimes.Step step : StartTimes.Step.values()) {
      Gauge.builder("millrace.start.seconds", () -> times.seconds(step))
          .tag("step", step.label())
          .description("From the begin of the process until the pod first got so far")
          .register(registry);
    }
  }
}
