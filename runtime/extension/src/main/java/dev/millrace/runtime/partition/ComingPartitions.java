package dev.millrace.runtime.partition;

import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is fetched ahead of partitions that will come to this pod, while their owners work on (A2):
 * the newest checkpoint, and each newer one until they come. Who opens the partition goes on with
 * the same object, which knows what it has proved already. Used by one thread; fetches in the
 * background.
 */
final class ComingPartitions {
  private final Function<PartitionRef, PartitionCheckpoints> checkpoints;
  private final Executor background;
  private final BiConsumer<PartitionRef, RuntimeException> failed;
  private final Map<PartitionRef, Coming> coming = new HashMap<>();

  private static final class Coming {
    final PartitionCheckpoints checkpoints;
    final AtomicBoolean fetching = new AtomicBoolean(true);
    @Nullable String seen;

    Coming(PartitionCheckpoints checkpoints) {
      this.checkpoints = checkpoints;
    }
  }

  /**
   * For the partitions of a function.
   *
   * @param failed hears of what could not be fetched, in the background; a take-over is only slower
   */
  ComingPartitions(
      Function<PartitionRef, PartitionCheckpoints> checkpoints,
      Executor background,
      BiConsumer<PartitionRef, RuntimeException> failed) {
    this.checkpoints = checkpoints;
    this.background = background;
    this.failed = failed;
  }

  /** Fetches what there is of a partition, then runs {@code ready}, whether it could or not. */
  void prepare(PartitionRef ref, Runnable ready) {
    Coming one = new Coming(checkpoints.apply(ref));
    coming.put(ref, one);
    background.execute(
        () -> {
          fetch(ref, one);
          // Much takes long, and meanwhile there are newer ones, of which only little is new.
          fetch(ref, one);
          Failpoints.hit("handover.prepared");
          one.fetching.set(false);
          ready.run();
        });
  }

  /** Fetches what is newer than what was fetched. */
  void look(LedgerView view) {
    if (coming.isEmpty()) {
      return;
    }
    for (PartitionEntry entry : view.partitions()) {
      Coming one = coming.get(entry.ref());
      if (one != null
          && !Objects.equals(entry.checkpoint(), one.seen)
          && one.fetching.compareAndSet(false, true)) {
        one.seen = entry.checkpoint();
        background.execute(
            () -> {
              fetch(entry.ref(), one);
              one.fetching.set(false);
            });
      }
    }
  }

  private void fetch(PartitionRef ref, Coming one) {
    try {
      one.checkpoints.prepare();
    } catch (RuntimeException e) {
      failed.accept(ref, e);
    }
  }

  /** The checkpoints of a partition that is here now, with what was fetched. */
  PartitionCheckpoints take(PartitionRef ref) {
    Coming one = coming.remove(ref);
    return one == null ? checkpoints.apply(ref) : one.checkpoints;
  }

  /** It does not come after all. */
  void cancel(PartitionRef ref) {
    Coming one = coming.remove(ref);
    if (one != null) {
      background.execute(one.checkpoints::dropPrepared);
    }
  }
}
