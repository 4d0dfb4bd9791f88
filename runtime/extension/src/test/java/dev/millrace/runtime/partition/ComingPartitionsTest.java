package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Ownership;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot.PinnedState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is fetched ahead of a hand-over, and when (A2). */
class ComingPartitionsTest {
  private static final PartitionRef P0 = PartitionRef.windows(0);
  private static final PartitionRef P1 = PartitionRef.windows(1);

  private final Deque<Runnable> background = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final List<Counted> made = new ArrayList<>();
  private final ComingPartitions coming =
      new ComingPartitions(
          this::make, background::add, (ref, e) -> done.add(ref + " " + e.getMessage()));
  private boolean isAway;

  private PartitionCheckpoints make(PartitionRef ref) {
    Counted checkpoints = new Counted();
    made.add(checkpoints);
    return checkpoints;
  }

  private void runAll() {
    while (!background.isEmpty()) {
      background.remove().run();
    }
  }

  private static LedgerView view(@Nullable String checkpoint) {
    return new LedgerView(
        0,
        FunctionEntry.first("topic", "id", 2, 0, "S{}"),
        new TreeSet<>(),
        List.of(
            new PartitionEntry(P0, Ownership.NONE, Progress.NONE, checkpoint, 1),
            new PartitionEntry(P1, Ownership.NONE, Progress.NONE, "other", 1)));
  }

  @Test
  void shouldBeReadyOnlyWhenWhatCameMeanwhileIsFetchedToo() {
    coming.prepare(P0, () -> done.add("ready"));
    assertThat(done).isEmpty();
    runAll();
    assertThat(done).containsExactly("fetched", "fetched", "ready");
  }

  @Test
  void shouldFetchEachNewerCheckpointOnceWhileItWaits() {
    coming.prepare(P0, () -> done.add("ready"));
    coming.look(view("1-0"));
    assertThat(background).as("the first fetch is under way").hasSize(1);
    runAll();
    done.clear();
    coming.look(view("1-1"));
    coming.look(view("1-1"));
    coming.look(view("1-2"));
    assertThat(background).as("one after the other").hasSize(1);
    runAll();
    coming.look(view("1-2"));
    coming.look(view("1-2"));
    runAll();
    coming.look(view("1-2"));
    assertThat(background).isEmpty();
    assertThat(done).containsExactly("fetched", "fetched");
  }

  @Test
  void shouldGiveWhatWasPreparedToWhoOpensThePartition() {
    coming.prepare(P0, () -> {});
    runAll();
    assertThat(coming.take(P0)).isSameAs(made.get(0));
    assertThat(coming.take(P0)).as("another time").isSameAs(made.get(1));
    assertThat(coming.take(P1)).as("that was not prepared").isSameAs(made.get(2));
    coming.look(view("1-1"));
    assertThat(background).as("nothing more is fetched").isEmpty();
  }

  @Test
  void shouldDropWhatWasPreparedWhenItDoesNotCome() {
    coming.prepare(P0, () -> {});
    runAll();
    done.clear();
    coming.cancel(P0);
    coming.cancel(P1);
    runAll();
    assertThat(done).containsExactly("dropped");
    assertThat(coming.take(P0)).isSameAs(made.get(1));
  }

  /** A take-over is only slower. */
  @Test
  void shouldBeReadyEvenSoWhenNothingCanBeFetched() {
    isAway = true;
    coming.prepare(P0, () -> done.add("ready"));
    runAll();
    assertThat(done).containsExactly(P0 + " away", P0 + " away", "ready");
  }

  private final class Counted implements PartitionCheckpoints {
    @Override
    public void prepare() {
      if (isAway) {
        throw new IllegalStateException("away");
      }
      done.add("fetched");
    }

    @Override
    public void dropPrepared() {
      done.add("dropped");
    }

    @Override
    public List<SavedCheckpoint> newestFirst() {
      throw new AssertionError("not asked for");
    }

    @Override
    public PartitionStore restore(SavedCheckpoint checkpoint) {
      throw new AssertionError("not asked for");
    }

    @Override
    public PartitionStore create() {
      throw new AssertionError("not asked for");
    }

    @Override
    public SavedCheckpoint save(PinnedState pinned, Facts facts) {
      throw new AssertionError("not asked for");
    }

    @Override
    public List<SavedCheckpoint> prune(SavedCheckpoint pointedTo) {
      throw new AssertionError("not asked for");
    }
  }
}
