package dev.millrace.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Client properties come by Quarkus' keys; what exactly-once rests on cannot be set. */
class KafkaSettingsTest {

  private static KafkaSettings settings(Map<String, String> own, Map<String, Object> common) {
    return new KafkaSettings(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(own, "user", 100))
            .build(),
        common);
  }

  @Test
  void shouldLetTheChannelWinOverConnectorAndCommonKeys() {
    KafkaSettings settings =
        settings(
            Map.of(
                "mp.messaging.connector.smallrye-kafka.fetch.min.bytes", "2",
                "mp.messaging.incoming.f.fetch.min.bytes", "3",
                "mp.messaging.connector.smallrye-kafka.client.rack", "a"),
            Map.of("fetch.min.bytes", "1", "security.protocol", "SASL_SSL", "custom.thing", "x"));
    assertThat(settings.consumer("f", "g"))
        .containsEntry("fetch.min.bytes", "3")
        .containsEntry("client.rack", "a")
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("custom.thing", "x")
        .containsEntry("group.id", "g")
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "none");
    assertThat(settings.producer("f"))
        .containsEntry("security.protocol", "SASL_SSL")
        .doesNotContainKey("fetch.min.bytes");
    assertThat(settings.admin("f")).containsEntry("security.protocol", "SASL_SSL");
  }

  @Test
  void shouldRefuseAPropertyWhenExactlyOnceRestsOnIt() {
    assertThatThrownBy(
            () ->
                settings(
                        Map.of("mp.messaging.incoming.f.isolation.level", "read_uncommitted"),
                        Map.of())
                    .consumer("f", "g"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("mp.messaging.incoming.f.isolation.level=read_uncommitted");
    assertThatThrownBy(
            () ->
                settings(Map.of("mp.messaging.incoming.f.group.id", "mine"), Map.of())
                    .consumer("f", "g"))
        .hasMessageContaining("group.id=mine");
  }

  @Test
  void shouldRefuseSeveralTopicsForAFunction() {
    assertThatThrownBy(
            () ->
                settings(Map.of("mp.messaging.incoming.f.topics", "a,b"), Map.of())
                    .incomingTopic("f", "f"))
        .hasMessageContaining("mp.messaging.incoming.f.topics");
    assertThat(settings(Map.of(), Map.of()).incomingTopic("f", "other")).isEqualTo("other");
  }
}
