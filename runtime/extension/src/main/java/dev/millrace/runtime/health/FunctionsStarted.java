package dev.millrace.runtime.health;

import dev.millrace.runtime.MillraceRuntime;
import dev.millrace.runtime.partition.FunctionRuntime;
import dev.millrace.runtime.partition.PartitionRunner;
import dev.millrace.runtime.partition.PartitionStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Startup;

/** Started: what the pod was given is restored and replayed. Shows the progress (case S08). */
@Startup
@ApplicationScoped
public class FunctionsStarted implements HealthCheck {
  private final MillraceRuntime runtime;

  @Inject
  public FunctionsStarted(MillraceRuntime runtime) {
    this.runtime = runtime;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder answer = HealthCheckResponse.named("millrace-restore");
    Map<String, FunctionRuntime> running = runtime.running();
    boolean started = true;
    for (String name : runtime.names()) {
      FunctionRuntime function = running.get(name);
      boolean done = function != null && function.isStarted();
      answer.withData(
          name,
          done ? "started" : function == null ? "waiting for its services" : progress(function));
      started &= done;
    }
    return answer.status(started).build();
  }

  private static String progress(FunctionRuntime function) {
    StringBuilder text = new StringBuilder();
    for (PartitionRunner runner : function.runners()) {
      PartitionStatus s = runner.status();
      text.append(text.length() == 0 ? "" : ", ").append(s.ref()).append(' ');
      text.append(s.phase().label());
      if (s.position().replayUntil() >= 0) {
        text.append(' ').append(s.position().nextOffset()).append('/');
        text.append(s.position().replayUntil());
      }
    }
    return text.length() == 0 ? "waiting for partitions" : text.toString();
  }
}
