package dev.millrace.runtime.health;

import dev.millrace.runtime.MillraceRuntime;
import dev.millrace.runtime.partition.FunctionRuntime;
import dev.millrace.runtime.partition.FunctionTrouble;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready: every function runs, Kafka and the ledger answer, and no partition is in trouble. */
@Readiness
@ApplicationScoped
public class FunctionsReady implements HealthCheck {
  private final MillraceRuntime runtime;

  @Inject
  public FunctionsReady(MillraceRuntime runtime) {
    this.runtime = runtime;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder answer = HealthCheckResponse.named("millrace-functions");
    boolean ready = true;
    Map<String, FunctionRuntime> running = runtime.running();
    for (String name : runtime.names()) {
      FunctionRuntime function = running.get(name);
      String problem =
          function == null
              ? runtime.problems().getOrDefault(name, "starting")
              : FunctionTrouble.of(function);
      answer.withData(name, problem.isEmpty() ? "ready" : problem);
      ready &= problem.isEmpty();
    }
    return answer.status(ready).build();
  }
}
