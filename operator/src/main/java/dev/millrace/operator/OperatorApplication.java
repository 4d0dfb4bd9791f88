package dev.millrace.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.InstantSource;

/** Starts and stops the operator with the application; the only place that takes the clock. */
@Startup
@ApplicationScoped
public class OperatorApplication {
  private final MillraceOperator operator;

  @Inject
  public OperatorApplication(
      KubernetesClient client, Vertx vertx, OperatorConfig config, MeterRegistry registry) {
    ReconcileMetrics metrics = new ReconcileMetrics(registry);
    this.operator =
        new MillraceOperator(client, vertx, config, InstantSource.system(), metrics, metrics::woke);
  }

  void start(@Observes StartupEvent event) {
    operator.start();
  }

  void stop(@Observes ShutdownEvent event) {
    operator.close();
  }

  /** Whether all watches work. */
  boolean isHealthy() {
    return operator.isHealthy();
  }
}
