package dev.millrace.runtime.health;

import dev.millrace.runtime.MillraceRuntime;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Alive: the lanes turn. A slow restore or a service that is away is no reason to be killed. */
@Liveness
@ApplicationScoped
public class PodAlive implements HealthCheck {
  private final MillraceRuntime runtime;

  @Inject
  public PodAlive(MillraceRuntime runtime) {
    this.runtime = runtime;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("millrace-lanes").status(runtime.areLanesTurning()).build();
  }
}
