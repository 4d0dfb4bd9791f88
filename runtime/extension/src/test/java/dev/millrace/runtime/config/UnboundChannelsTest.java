package dev.millrace.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class UnboundChannelsTest {

  private static SmallRyeConfig config(Map<String, String> values) {
    return new SmallRyeConfigBuilder()
        .addDiscoveredInterceptors()
        .withDefaultValue("mp.messaging.incoming.flights.enabled", "true")
        .withSources(new PropertiesConfigSource(values, "user", 100))
        .build();
  }

  @Test
  void shouldDisableAChannelWhenItHasNoConnector() {
    SmallRyeConfig config = config(Map.of("mp.messaging.incoming.flights.topic", "reports"));
    assertThat(config.getOptionalValue("mp.messaging.incoming.flights.connector", String.class))
        .contains(UnboundChannels.CONNECTOR);
    assertThat(config.getOptionalValue("mp.messaging.incoming.flights.enabled", Boolean.class))
        .contains(false);
    assertThat(config.getPropertyNames())
        .contains(
            "mp.messaging.incoming.flights.connector", "mp.messaging.incoming.flights.enabled");
  }

  @Test
  void shouldLeaveAChannelAloneWhenItHasAConnector() {
    SmallRyeConfig config =
        config(Map.of("mp.messaging.outgoing.\"a.b\".connector", "smallrye-kafka"));
    assertThat(config.getOptionalValue("mp.messaging.outgoing.\"a.b\".enabled", Boolean.class))
        .isEmpty();
  }

  /** The messaging extension would refuse the name for being both, although both are disabled. */
  @Test
  void shouldShowTheInputOnlyWhenAFunctionSetsBoth() {
    SmallRyeConfig config =
        config(
            Map.of(
                "mp.messaging.incoming.flights.topic", "reports",
                "mp.messaging.outgoing.flights.topic", "panes",
                "mp.messaging.outgoing.flights-late.topic", "late"));
    Set<String> names = new TreeSet<>();
    config.getPropertyNames().forEach(names::add); // can be iterated once
    assertThat(names)
        .contains("mp.messaging.incoming.flights.topic", "mp.messaging.outgoing.flights-late.topic")
        .doesNotContain(
            "mp.messaging.outgoing.flights.topic",
            "mp.messaging.outgoing.flights.connector",
            "mp.messaging.outgoing.flights.enabled");
    assertThat(config.getValue("mp.messaging.outgoing.flights.topic", String.class))
        .isEqualTo("panes");
  }

  /** A function of an image: application.properties names its topic, a StreamFunction its sink. */
  @Test
  void shouldShowTheInputOnlyWhenTheBuildHasRecordedIt() {
    SmallRyeConfig config =
        config(
            Map.of(
                "mp.messaging.incoming.flights.topic", "reports",
                "mp.messaging.incoming.flights.connector", UnboundChannels.CONNECTOR,
                "mp.messaging.incoming.flights.enabled", "false",
                "mp.messaging.outgoing.flights.topic", "panes"));
    Set<String> names = new TreeSet<>();
    config.getPropertyNames().forEach(names::add); // can be iterated once
    assertThat(names)
        .doesNotContain(
            "mp.messaging.outgoing.flights.topic", "mp.messaging.outgoing.flights.connector");
  }

  @Test
  void shouldShowBothWhenTheApplicationHasAChannelOfTheName() {
    SmallRyeConfig config =
        config(
            Map.of(
                "mp.messaging.incoming.flights.topic", "reports",
                "mp.messaging.outgoing.flights.connector", "smallrye-kafka"));
    assertThat(config.getPropertyNames()).contains("mp.messaging.outgoing.flights.connector");
  }

  @Test
  void shouldKeepItEnabledWhenTheUserSaysSo() {
    SmallRyeConfig config =
        config(
            Map.of(
                "mp.messaging.incoming.flights.topic", "reports",
                "mp.messaging.incoming.flights.enabled", "true"));
    assertThat(config.getOptionalValue("mp.messaging.incoming.flights.enabled", Boolean.class))
        .contains(true);
  }

  @Test
  void shouldRefuseAChannelWhenNoFunctionHasItsName() {
    SmallRyeConfig config =
        config(
            Map.of(
                "mp.messaging.incoming.fligths.topic", "reports",
                "mp.messaging.outgoing.own.connector", "smallrye-kafka",
                "mp.messaging.outgoing.off.enabled", "false"));
    assertThatThrownBy(() -> ChannelCheck.check(config, List.of("flights")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("mp.messaging.incoming.fligths.*, functions=[flights]");
  }

  @Test
  void shouldTakeTheChannelsOfAFunctionAndTheApplicationsOwn() {
    SmallRyeConfig config =
        config(
            Map.of(
                "mp.messaging.incoming.flights.topic", "reports",
                "mp.messaging.outgoing.flights-late.topic", "late",
                "mp.messaging.outgoing.\"a.b-dead-letters\".topic", "dead",
                "mp.messaging.outgoing.own.connector", "smallrye-kafka"));
    assertThatCode(() -> ChannelCheck.check(config, List.of("flights", "a.b")))
        .doesNotThrowAnyException();
  }
}
