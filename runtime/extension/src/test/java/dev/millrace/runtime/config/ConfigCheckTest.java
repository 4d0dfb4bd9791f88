package dev.millrace.runtime.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigCheckTest {

  @Test
  void shouldAcceptTheDefaults() {
    assertThatCode(() -> ConfigCheck.check(config(Map.of()))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "commit-interval, 0s",
    "commit-interval, -1s",
    "marker-interval, 0s",
    "checkpoints.interval, 0s",
    "checkpoints.recovery-target, -5s",
    "checkpoints.retain, 0",
    "ledger.lease, 0s",
    "ledger.max-outage, 0s",
    "max-panes-per-transaction, 0",
    "threads, -1",
    "stop-timeout, -1s",
    "state.memory, 0",
    "api.recent-bytes, -1",
    "namespace, ../other",
    "namespace, a/b",
    "namespace, a}:meta",
    "namespace, .hidden",
    "instance-id, a b",
    "instance-id, p:0=other"
  })
  void shouldNameThePropertyWhenItsValueCannotWork(String property, String value) {
    assertThatThrownBy(
            () -> ConfigCheck.check(config(Map.of("quarkus.millrace." + property, value))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("quarkus.millrace." + property + "=");
  }

  @ParameterizedTest
  @CsvSource({"access-key-id, secret-access-key", "secret-access-key, access-key-id"})
  void shouldNameTheOtherHalfWhenOnlyOneOfKeyAndSecretIsThere(String given, String missing) {
    String prefix = "quarkus.millrace.checkpoints.s3.";
    assertThatThrownBy(() -> ConfigCheck.check(config(Map.of(prefix + given, "half-of-it"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(prefix + missing)
        .hasMessageNotContaining("half-of-it");
  }

  @Test
  void shouldRefuseATokenThatCanBeGuessedWithoutRepeatingIt() {
    assertThatThrownBy(
            () -> ConfigCheck.check(config(Map.of("quarkus.millrace.api.token", "letMeIn-please"))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("quarkus.millrace.api.token")
        .hasMessageContaining("at least 16 characters")
        .hasMessageNotContaining("letMeIn-please");
  }

  private static MillraceConfig config(Map<String, String> properties) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(MillraceConfig.class)
            .withConverter(Duration.class, 200, ConfigCheckTest::duration)
            .withDefaultValues(properties)
            .build();
    return config.getConfigMapping(MillraceConfig.class);
  }

  /** As Quarkus reads them, for the seconds, minutes and milliseconds that are used here. */
  private static Duration duration(String text) {
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
  }
}
