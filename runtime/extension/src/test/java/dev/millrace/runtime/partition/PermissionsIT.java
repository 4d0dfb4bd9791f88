package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.runtime.partition.SecuredBroker.Grant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a pod says on a broker that does not permit all it needs, and that it goes on by itself when
 * it does (design, section 8: never in silence).
 */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class PermissionsIT {
  private static final long START_MS = 1_700_000_000_000L;

  @TempDir static Path services;

  private static SecuredBroker broker;
  private static TestTopics topics;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    broker = new SecuredBroker(services);
    topics = new TestTopics(broker.adminClient());
  }

  @AfterAll
  static void stop() {
    topics.close();
    broker.close();
  }

  /** A permission that is missing, and what the message says of it. */
  enum Missing {
    READ_INPUT("topic=%s-in, needed=Read, Describe."),
    WRITE_OUTPUT("topic=%s-panes, needed=Write, Describe, and Create if it is to be made."),
    READ_GROUP("group=it.%s, needed=Read, Describe."),
    WRITE_TRANSACTIONS("transactionalIds=it.%s.*, needed=Write, Describe.");

    private final String text;

    Missing(String text) {
      this.text = text;
    }

    String text(String function) {
      return text.formatted(function);
    }

    Grant grant(String function) {
      return switch (this) {
        case READ_INPUT -> Grant.topic(function + "-in", AclOperation.READ);
        case WRITE_OUTPUT -> Grant.topic(function + "-panes", AclOperation.WRITE);
        case READ_GROUP ->
            new Grant(ResourceType.GROUP, "it." + function, PatternType.LITERAL, AclOperation.READ);
        case WRITE_TRANSACTIONS ->
            new Grant(
                ResourceType.TRANSACTIONAL_ID,
                "it." + function + ".",
                PatternType.PREFIXED,
                AclOperation.WRITE);
      };
    }
  }

  private static void grantAllBut(Missing missing, String function) throws Exception {
    List<Grant> grants = new ArrayList<>();
    for (Missing permission : Missing.values()) {
      if (permission != missing) {
        grants.add(permission.grant(function));
      }
    }
    for (String topic : List.of("-in", "-panes", "-late", "-dead-letters")) {
      grants.add(Grant.topic(function + topic, AclOperation.DESCRIBE));
    }
    grants.add(Grant.topic(function + "-late", AclOperation.WRITE));
    grants.add(Grant.topic(function + "-dead-letters", AclOperation.WRITE));
    broker.grant(grants);
  }

  private static void createTopics(String function) throws Exception {
    for (String topic : List.of("-in", "-panes", "-late", "-dead-letters")) {
      topics.create(function + topic, 1);
    }
  }

  private static void send(String function) {
    topics.send(function + "-in", 0, "a", click(START_MS));
    topics.send(function + "-in", 0, "a", click(START_MS + 100_000));
    topics.flush();
  }

  private static String click(long at) {
    return "{\"at\":" + at + ",\"user\":\"a\",\"amount\":1}";
  }

  @ParameterizedTest
  @EnumSource(Missing.class)
  void shouldNameThePermissionAndGoOnWhenItIsGranted(Missing missing) throws Exception {
    String name = "acl-" + missing.name().toLowerCase(Locale.ROOT);
    createTopics(name);
    grantAllBut(missing, name);
    send(name);
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withKafka(broker.podClient());
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      pod.awaitTrouble(missing.text(name));
      broker.grant(List.of(missing.grant(name)));
      pod.awaitNoTrouble();
      TestRedis.until(() -> topics.panes(name + "-panes").size() == 1);
    }
    assertThat(topics.panes(name + "-panes")).hasSize(1);
  }

  @Test
  void shouldNameTheTopicWhenItMayNotBeCreated() throws Exception {
    String name = "acl-create";
    topics.create(name + "-in", 1);
    broker.grant(List.of(Grant.topic(name + "-in", AclOperation.READ)));
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withKafka(broker.podClient());
    assertThatThrownBy(() -> new TestPod("pod", ClickTotals.class, settings))
        .isInstanceOfSatisfying(
            TopicAuthorizationException.class,
            e -> assertThat(e.unauthorizedTopics()).containsExactly(name + "-panes"));
  }

  @Test
  void shouldNotStartWhenThePasswordIsWrong() {
    Map<String, Object> client = broker.client("pod", "other-secret");
    TestPod.Settings settings = TestPod.Settings.of("acl-password", folder).withKafka(client);
    assertThatThrownBy(() -> new TestPod("pod", ClickTotals.class, settings))
        .isInstanceOf(SaslAuthenticationException.class);
  }
}
