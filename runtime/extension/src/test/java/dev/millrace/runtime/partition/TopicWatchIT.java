package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.runtime.position.Loss;
import dev.millrace.runtime.position.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewPartitions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Topics that are deleted, replaced or grow below a running pod (design, section 8). */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class TopicWatchIT {
  private static final long START_MS = 1_700_000_000_000L;

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  /** One pane per call: each record closes the window of the one before. */
  private static void send(String function, int minute) {
    long at = START_MS + minute * 60_000L;
    topics.send(
        function + "-in", 0, "a", "{\"at\":" + at + ",\"user\":\"a\",\"amount\":" + minute + "}");
    topics.flush();
  }

  private static void awaitPanes(String function, int count) {
    TestRedis.until(() -> topics.panes(function + "-panes").size() >= count);
  }

  @Test
  void shouldBeInTroubleAndGoOnWhenAnOutputTopicIsDeletedAndMadeAgain() throws Exception {
    String name = "output-gone";
    topics.create(name + "-in", 1);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, TestPod.Settings.of(name, folder))) {
      send(name, 0);
      send(name, 1);
      awaitPanes(name, 1);
      topics.admin().deleteTopics(List.of(name + "-panes")).all().get();
      pod.awaitTrouble("topic=" + name + "-panes. Create it again");
      send(name, 2);
      topics.create(name + "-panes", 1);
      awaitPanes(name, 1);
      pod.awaitNoTrouble();
    }
    assertThat(topics.panes(name + "-panes")).singleElement().asString().endsWith(" 1");
  }

  @Test
  void shouldReadNothingOfAnotherTopicOfTheSameName() throws Exception {
    String name = "input-replaced";
    topics.create(name + "-in", 1);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, TestPod.Settings.of(name, folder))) {
      send(name, 0);
      send(name, 1);
      awaitPanes(name, 1);
      topics.admin().deleteTopics(List.of(name + "-in")).all().get();
      TestRedis.until(() -> pod.function().change() != null);
      pod.awaitTrouble("topic=" + name + "-in");
      topics.create(name + "-in", 1);
      for (int minute = 2; minute < 6; minute++) {
        send(name, minute);
      }
      pod.awaitTrouble("deleted and created again");
      assertThat(pod.function().change()).isNotNull().matches(TopicWatch.Change::isReplaced);
    }
    assertThat(topics.panes(name + "-panes")).hasSize(1);
    assertThatThrownBy(
            () -> new TestPod("pod", ClickTotals.class, TestPod.Settings.of(name, folder)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("formerId=");
    assertThat(topics.panes(name + "-panes")).hasSize(1);
  }

  @Test
  void shouldRefuseToGoOnUnlessAcceptedWhenTheInputGotPartitions() throws Exception {
    String name = "input-grew";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      send(name, 0);
      send(name, 1);
      awaitPanes(name, 1);
      grow(name);
      pod.awaitTrouble("before=1, now=2");
      assertThat(pod.function().change()).isNotNull().matches(change -> !change.isReplaced());
    }
    assertThatThrownBy(() -> new TestPod("pod", ClickTotals.class, settings))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("accept=partitions-added");
    TestPod.Settings accepting = settings.accepting(Loss.PARTITIONS_ADDED);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, accepting)) {
      send(name, 2);
      awaitPanes(name, 2);
    }
  }

  @Test
  void shouldGoOnWithAFurtherSourceWhenTheInputOfARekeyedFunctionGrew() throws Exception {
    String name = "rekeyed-grew";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(500);
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      send(name, 0);
      awaitPanes(name, 1);
      grow(name);
      pod.awaitTrouble("before=1, now=2");
    }
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      long at = START_MS + 60_000L;
      topics.send(name + "-in", 1, "a", "{\"at\":" + at + ",\"user\":\"a\",\"amount\":7}");
      topics.flush();
      awaitPanes(name, 2);
      pod.awaitNoTrouble();
    }
  }

  @Test
  void shouldNotMakeTheRekeyTopicAnewWhenItWasDeleted() throws Exception {
    String name = "rekey-gone";
    topics.create(name + "-in", 1);
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withIdleTimeoutMs(500);
    try (TestPod pod = new TestPod("pod", UserTotals.class, settings)) {
      send(name, 0);
      awaitPanes(name, 1);
      topics.admin().deleteTopics(List.of("it." + name + ".rekey")).all().get();
      pod.awaitTrouble("topic=it." + name + ".rekey");
    }
    assertThatThrownBy(() -> new TestPod("pod", UserTotals.class, settings))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("topic=it." + name + ".rekey");
  }

  private static void grow(String function) throws Exception {
    topics
        .admin()
        .createPartitions(Map.of(function + "-in", NewPartitions.increaseTo(2)))
        .all()
        .get();
  }
}
