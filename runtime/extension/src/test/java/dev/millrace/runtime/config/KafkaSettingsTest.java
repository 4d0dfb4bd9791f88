package dev.millrace.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
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
        .containsEntry("retry.backoff.ms", "20")
        .doesNotContainKey("fetch.min.bytes");
    assertThat(settings.admin("f"))
        .containsEntry("security.protocol", "SASL_SSL")
        .containsEntry("metadata.max.age.ms", "5000");
  }

  @Test
  void shouldLeaveTheWaitForACoordinatorAloneWhenItIsSet() {
    KafkaSettings settings =
        settings(
            Map.of("mp.messaging.outgoing.f.retry.backoff.ms", "70"),
            Map.of("retry.backoff.ms", "90"));
    assertThat(settings.producer("f")).containsEntry("retry.backoff.ms", "70");
    assertThat(settings.producer("g")).containsEntry("retry.backoff.ms", "90");
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

  /** R5 */
  @Test
  void shouldReadOneTopicOrSeveralOfAFunction() {
    assertThat(inputs(Map.of())).containsExactly("other");
    assertThat(inputs(Map.of("mp.messaging.incoming.f.topic", "a"))).containsExactly("a");
    assertThat(inputs(Map.of("mp.messaging.incoming.f.topics", "a, b"))).containsExactly("a", "b");
  }

  @Test
  void shouldRefuseTopicsThatAreNotGivenByName() {
    assertThatThrownBy(() -> inputs(Map.of("mp.messaging.incoming.f.pattern", "a.*")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("incoming.f.pattern", "Set mp.messaging.incoming.f.topics");
    assertThatThrownBy(
            () ->
                inputs(
                    Map.of(
                        "mp.messaging.incoming.f.topic", "a",
                        "mp.messaging.incoming.f.topics", "a,b")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("incoming.f.topic=a", "incoming.f.topics=a,b");
    assertThatThrownBy(
            () ->
                settings(Map.of("mp.messaging.outgoing.f.topics", "a,b"), Map.of())
                    .outgoingTopic("f", "f"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("mp.messaging.outgoing.f.topics");
  }

  private static List<String> inputs(Map<String, String> properties) {
    return settings(properties, Map.of()).incomingTopics("f", List.of("other"));
  }
}
