package dev.millrace.operator;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready while it watches what it has to; whether it leads does not matter. */
@Readiness
@ApplicationScoped
public class OperatorReady implements HealthCheck {
  private final OperatorApplication application;

  @Inject
  public OperatorReady(OperatorApplication application) {
    this.application = application;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("watches").status(application.isHealthy()).build();
  }
}
