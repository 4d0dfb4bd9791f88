package dev.millrace.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.observe.Target.RedisAddress;
import dev.millrace.operator.observe.Trouble.Reason;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Topic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Section 8 and R5: what a pod would refuse is told before one is asked for. */
class TopicChangesTest {
  private static final FunctionEntry BY_PARTITION = FunctionEntry.first("a", "id-a", 2, 0, "s");
  private static final FunctionEntry UNION =
      FunctionEntry.first(
          Sources.of(List.of(new Topic("a", "id-a", 2), new Topic("b", "id-b", 1))), 2, "s");

  private static Target target(boolean takesPartitions, String... topics) {
    return new Target(
        new LedgerKeys("ns", "f"),
        new RedisAddress("redis://r", null),
        Map.of(),
        List.of(topics),
        takesPartitions);
  }

  private static List<Reason> reasons(
      FunctionEntry began, Map<String, TopicLog> inputs, Target target) {
    return TopicChanges.since(began, inputs, target).stream().map(Trouble::reason).toList();
  }

  private static TopicLog log(String id, int partitions) {
    return new TopicLog(id, partitions, Map.of());
  }

  @Test
  void shouldSayNothingWhenTopicsAreThoseOfTheState() {
    assertThat(reasons(BY_PARTITION, Map.of("a", log("id-a", 2)), target(false, "a"))).isEmpty();
    assertThat(
            reasons(
                UNION, Map.of("a", log("id-a", 2), "b", log("id-b", 1)), target(false, "a", "b")))
        .isEmpty();
  }

  @Test
  void shouldNameTheTopicWhenOneOfAUnionWasMadeAnew() {
    List<Trouble> troubles =
        TopicChanges.since(
            UNION, Map.of("a", log("id-a", 2), "b", log("id-c", 1)), target(false, "a", "b"));
    assertThat(troubles).hasSize(1);
    assertThat(troubles.get(0).reason()).isEqualTo(Reason.TopicReplaced);
    assertThat(troubles.get(0).message()).contains("topic=b", "id=id-c", "began with=id-b");
  }

  @Test
  void shouldSaySoWhenPartitionsWereAddedUnlessThatWasAcceptedOrKeysDoNotMove() {
    Map<String, TopicLog> grown = Map.of("a", log("id-a", 3));
    assertThat(reasons(BY_PARTITION, grown, target(false, "a")))
        .containsExactly(Reason.PartitionsAdded);
    assertThat(reasons(BY_PARTITION, grown, target(true, "a"))).isEmpty();
    assertThat(reasons(UNION, Map.of("a", log("id-a", 9)), target(false, "a"))).isEmpty();
  }

  @Test
  void shouldSaySoWhenTheLedgerIsOfAFunctionOfOtherTopics() {
    assertThat(reasons(UNION, Map.of("c", log("id-c", 1)), target(false, "c")))
        .containsExactly(Reason.TopicReplaced);
    assertThat(reasons(UNION, Map.of("c", log("id-c", 1)), target(false, "c", "b"))).isEmpty();
  }
}
