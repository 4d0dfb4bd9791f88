package dev.millrace.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.deployment.fixture.SensorTotals;
import dev.millrace.runtime.FunctionSource;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A whole application: its function classes are found and come as a bean, bound without reflection.
 */
class ApplicationBuildTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      new QuarkusUnitTest()
          .withApplicationRoot(jar -> jar.addPackage(SensorTotals.class.getPackage()))
          .overrideConfigKey("quarkus.devservices.enabled", "false")
          .overrideConfigKey("quarkus.redis.hosts", "redis://localhost:6379")
          .overrideConfigKey("quarkus.millrace.functions.day-count.enabled", "false")
          .overrideConfigKey("quarkus.millrace.functions.delivery-load.enabled", "false")
          .overrideConfigKey("quarkus.millrace.functions.grade-count.enabled", "false")
          .overrideConfigKey("quarkus.millrace.functions.kafka-time-count.enabled", "false")
          .overrideConfigKey("quarkus.millrace.functions.loud-readings.enabled", "false")
          .overrideConfigKey("quarkus.millrace.functions.sensor-totals.enabled", "false");

  @Inject FunctionSource source;

  @Test
  void shouldProvideAllFunctionsOfTheApplication() {
    assertThat(source.definitions())
        .extracting(definition -> definition.spec().name())
        .containsExactly(
            "day-count",
            "delivery-load",
            "grade-count",
            "kafka-time-count",
            "loud-readings",
            "sensor-totals");
    assertThat(source.definitions().get(5).stateType().schema().toString()).contains("spans");
  }
}
