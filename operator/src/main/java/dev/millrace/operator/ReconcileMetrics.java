package dev.millrace.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the operator does, as meters: passes by outcome with their durations, wakes, and functions.
 */
public final class ReconcileMetrics implements Metrics {
  private final MeterRegistry registry;
  private final Set<ResourceID> functions = ConcurrentHashMap.newKeySet();
  private final Counter retries;
  private final Timer wakes;

  public ReconcileMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.retries =
        Counter.builder("millrace.operator.retries")
            .description("Passes that follow a failed one")
            .register(registry);
    this.wakes =
        Timer.builder("millrace.operator.wake")
            .description("From the last look at which nothing waited until pods were asked for")
            .publishPercentileHistogram()
            .minimumExpectedValue(Duration.ofMillis(50))
            .maximumExpectedValue(Duration.ofSeconds(30))
            .register(registry);
    registry.gaugeCollectionSize("millrace.operator.functions", List.of(), functions);
  }

  @Override
  public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
    Timer.Sample sample = Timer.start(registry);
    String outcome = "failed";
    try {
      T result = execution.execute();
      outcome = "done";
      return result;
    } finally {
      sample.stop(
          Timer.builder("millrace.operator.reconcile")
              .description("Passes over a function")
              .tag("kind", execution.name())
              .tag("outcome", outcome)
              .publishPercentileHistogram()
              .minimumExpectedValue(Duration.ofMillis(1))
              .maximumExpectedValue(Duration.ofSeconds(10))
              .register(registry));
    }
  }

  @Override
  public void reconcileCustomResource(
      HasMetadata resource, @Nullable RetryInfo retry, Map<String, Object> metadata) {
    functions.add(ResourceID.fromResource(resource));
    if (retry != null && retry.getAttemptCount() > 0) {
      retries.increment();
    }
  }

  /**
   * Pods were asked for at zero.
   *
   * @param within from the last look at which nothing waited: no record has waited longer
   */
  void woke(Duration within) {
    wakes.record(within);
  }

  @Override
  public void cleanupDoneFor(ResourceID function, Map<String, Object> metadata) {
    functions.remove(function);
  }
}
