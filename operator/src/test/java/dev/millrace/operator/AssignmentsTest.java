package dev.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.observe.Look;
import dev.millrace.operator.observe.Observation;
import dev.millrace.operator.observe.Samples;
import dev.millrace.operator.observe.TopicLog;
import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A1, A2: who is to have which partition. */
class AssignmentsTest {
  private static final int PARTITIONS = 5;

  private final StreamFunction function = Specs.plain("f", "", "");

  /**
   * O04: five partitions and six pods, of which one has nothing to do, however often it is planned.
   */
  @Test
  void shouldGiveEachOfFivePartitionsToAnotherPodAndStayWhenThereAreSixPods() {
    Assignment plan = plan(6, Assignment.NONE, Set.of());
    assertThat(plan.owners()).hasSize(PARTITIONS);
    assertThat(new TreeSet<>(plan.owners().values())).hasSize(PARTITIONS);
    assertThat(Assignments.plan(seen(6, plan), 6, Set.of())).isNull();
  }

  @Test
  void shouldGiveAllPartitionsToTheOthersWhenAPodIsToHaveNone() {
    Assignment before = plan(2, Assignment.NONE, Set.of());
    Assignment after = plan(3, before, Set.of("f-1"));
    assertThat(after.generation()).isEqualTo(before.generation() + 1);
    assertThat(new TreeSet<>(after.owners().values())).containsExactly("f-0", "f-2");
    before
        .owners()
        .forEach(
            (ref, owner) -> {
              if (owner.equals("f-0")) {
                assertThat(after.ownerOf(ref)).as("what need not move stays").isEqualTo(owner);
              }
            });
  }

  @Test
  void shouldPublishNothingWhenNoPodIsLeftThatMayHaveAny() {
    assertThat(Assignments.plan(seen(1, Assignment.NONE), 1, Set.of("f-0"))).isNull();
  }

  private Assignment plan(int pods, Assignment published, Set<String> without) {
    return Objects.requireNonNull(Assignments.plan(seen(pods, published), pods, without));
  }

  private Seen seen(int count, Assignment published) {
    FunctionEntry first = FunctionEntry.first("flights", "id", PARTITIONS, 0, "schema");
    FunctionEntry entry =
        new FunctionEntry(
            first.sources(),
            first.rekeyPartitions(),
            first.schema(),
            first.version(),
            first.idle(),
            first.revision(),
            published);
    List<Pod> pods = new ArrayList<>();
    TreeSet<String> live = new TreeSet<>();
    for (int n = 0; n < count; n++) {
      pods.add(new PodBuilder().withNewMetadata().withName("f-" + n).endMetadata().build());
      live.add("f-" + n);
    }
    List<PartitionEntry> entries = new ArrayList<>();
    Map<Integer, LogBounds> bounds = new HashMap<>();
    for (int p = 0; p < PARTITIONS; p++) {
      entries.add(PartitionEntry.absent(PartitionRef.windows(p)));
      bounds.put(p, new LogBounds(0, 1, 1));
    }
    Observation observation =
        new Observation(
            Look.first(0),
            new LedgerView(0, entry, live, entries),
            0,
            null,
            Map.of("flights", new TopicLog("id", PARTITIONS, bounds)),
            null,
            List.of());
    return new Seen(
        function, 0, null, pods, observation, Samples.of(function.getSpec(), observation), null);
  }
}
