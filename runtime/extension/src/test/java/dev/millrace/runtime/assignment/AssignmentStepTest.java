package dev.millrace.runtime.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Ownership;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What follows from a view of the ledger, for one partition (rules A1, A2). */
class AssignmentStepTest {
  private static final long NOW = 1_000;
  private static final PartitionRef P0 = PartitionRef.windows(0);

  @Test
  void shouldTakeWhenThePartitionIsFree() {
    assertThat(steps("a", Ownership.NONE, "a")).containsExactly(new AssignmentStep.Take(P0));
  }

  @Test
  void shouldTakeWhenTheLeaseRanOut() {
    Ownership ranOut = new Ownership(3, "b", NOW, null, 0);

    assertThat(steps("a", ranOut, "a")).containsExactly(new AssignmentStep.Take(P0));
  }

  @Test
  void shouldTakeAgainAtOnceWhenItWasMineBeforeARestart() {
    Ownership mine = new Ownership(3, "a", NOW + 500, null, 0);

    assertThat(steps("a", mine, "a")).containsExactly(new AssignmentStep.Take(P0));
  }

  @Test
  void shouldDoNothingWhenIServeWhatIsMine() {
    Ownership mine = new Ownership(3, "a", NOW + 500, null, 0);

    assertThat(AssignmentStep.of(view(mine, "a", "a"), "a", Set.of(P0))).isEmpty();
  }

  @Test
  void shouldPrepareWhileAnotherStillHoldsWhatShallBeMine() {
    Ownership other = new Ownership(3, "b", NOW + 500, null, 0);

    assertThat(steps("a", other, "a", "b")).containsExactly(new AssignmentStep.Prepare(P0, 3));
  }

  @Test
  void shouldKeepWorkingUntilTheOtherIsReady() {
    Ownership mine = new Ownership(3, "a", NOW + 500, null, 0);

    assertThat(AssignmentStep.of(view(mine, "b", "a", "b"), "a", Set.of(P0))).isEmpty();
  }

  @Test
  void shouldYieldWhenTheOneThatShallHaveItIsReady() {
    Ownership awaited = new Ownership(3, "a", NOW + 500, "b", NOW + 100);

    assertThat(AssignmentStep.of(view(awaited, "b", "a", "b"), "a", Set.of(P0)))
        .containsExactly(new AssignmentStep.Yield(P0, "b"));
  }

  @Test
  void shouldNotYieldToOneThatShallNotHaveIt() {
    Ownership awaited = new Ownership(3, "a", NOW + 500, "c", NOW + 100);

    assertThat(AssignmentStep.of(view(awaited, "b", "a", "b", "c"), "a", Set.of(P0))).isEmpty();
  }

  @Test
  void shouldNotYieldWhenTheReservationRanOut() {
    Ownership stale = new Ownership(3, "a", NOW + 500, "b", NOW);

    assertThat(AssignmentStep.of(view(stale, "b", "a", "b"), "a", Set.of(P0))).isEmpty();
  }

  @Test
  void shouldWaitWhenItIsReservedForAnother() {
    Ownership reserved = new Ownership(3, null, 0, "b", NOW + 100);

    assertThat(steps("a", reserved, "a", "b")).isEmpty();
  }

  @Test
  void shouldTakeWhenItWasReleasedForMe() {
    Ownership reserved = new Ownership(3, null, 0, "a", NOW + 100);

    assertThat(steps("a", reserved, "a", "b")).containsExactly(new AssignmentStep.Take(P0));
  }

  /** Steps of "a", which serves nothing yet. */
  private static List<AssignmentStep> steps(String wanted, Ownership ownership, String... live) {
    return AssignmentStep.of(view(ownership, wanted, live), "a", Set.of());
  }

  private static LedgerView view(Ownership ownership, String wanted, String... live) {
    FunctionEntry function =
        new FunctionEntry(
            FunctionEntry.first("topic", "id", 1, 0, "S{}").sources(),
            0,
            "S{}",
            "",
            null,
            1,
            new Assignment(1, Map.of(P0, wanted)));
    PartitionEntry entry =
        new PartitionEntry(P0, ownership, Progress.NONE, null, Progress.NO_OFFSET);
    return new LedgerView(NOW, function, new TreeSet<>(List.of(live)), List.of(entry));
  }
}
