package dev.millrace.runtime.health;

import dev.millrace.runtime.MillraceRuntime;
import dev.millrace.runtime.partition.FunctionRuntime;
import dev.millrace.runtime.partition.PartitionRunner;
import dev.millrace.runtime.partition.PartitionStatus;
import dev.millrace.runtime.partition.PartitionStatus.Phase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.EnumSet;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready: every function runs, Kafka and the ledger answer, and no partition is in trouble. */
@Readiness
@ApplicationScoped
public class FunctionsReady implements HealthCheck {
  private static final EnumSet<Phase> TROUBLED = EnumSet.of(Phase.RETRYING, Phase.REFUSED);

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
          function == null ? runtime.problems().getOrDefault(name, "starting") : problem(function);
      answer.withData(name, problem.isEmpty() ? "ready" : problem);
      ready &= problem.isEmpty();
    }
    return answer.status(ready).build();
  }

  private static String problem(FunctionRuntime function) {
    if (function.context().reporter().outageMs() > 0) {
      return "ledger away for " + function.context().reporter().outageMs() + " ms";
    }
    if (!function.context().ingest().trouble().isEmpty()) {
      return function.context().ingest().trouble();
    }
    if (!function.trouble().isEmpty()) {
      return function.trouble();
    }
    for (PartitionRunner runner : function.runners()) {
      PartitionStatus status = runner.status();
      if (TROUBLED.contains(status.phase())) {
        return status.ref() + " " + status.phase().label() + ": " + status.message();
      }
      String blocked = function.context().ends().trouble(function.context().logOf(status.ref()));
      if (!blocked.isEmpty()) {
        return blocked;
      }
    }
    return "";
  }
}
