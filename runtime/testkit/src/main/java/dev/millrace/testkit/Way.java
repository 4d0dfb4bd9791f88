package dev.millrace.testkit;

import java.util.List;

/**
 * How a script is run. None of it may change what a reader of the output sees.
 *
 * @param name for messages
 * @param commitEverySteps steps in one transaction; {@link #ONE_TRANSACTION} to commit only where a
 *     step asks for it
 * @param panesPerTransaction larger firings are split (rule X4)
 * @param crash what goes wrong, and how often
 * @param store where the state is
 */
public record Way(
    String name, int commitEverySteps, int panesPerTransaction, Crash crash, StoreKind store) {

  /** All steps in one transaction, as far as checkpoints allow. */
  public static final int ONE_TRANSACTION = Integer.MAX_VALUE;

  /** What goes wrong after each transaction. */
  public enum Crash {
    NEVER,
    /** Checkpoint, then a new process: nothing is replayed. */
    RESTORE_AFTER_EACH,
    /** A new process that replays from the last checkpoint the script asked for. */
    AFTER_EACH,
    /** The process dies just before the commit, once per transaction: it is all done again. */
    BEFORE_EACH
  }

  /** Where the state is. */
  public enum StoreKind {
    HEAP {
      @Override
      Checkpoints checkpoints() {
        return new HeapCheckpoints();
      }
    },
    /** In RocksDB, moved to disk between records; needs its native library for the platform. */
    ROCKS_DB {
      @Override
      Checkpoints checkpoints() {
        return new RocksCheckpoints();
      }
    };

    abstract Checkpoints checkpoints();
  }

  /** A transaction per step, and nothing goes wrong. */
  public static final Way PLAIN = new Way("plain", 1, 20_000, Crash.NEVER, StoreKind.HEAP);

  /** The ways of {@link Scripts#runAllWays}, {@link #PLAIN} first. */
  public static final List<Way> ALL =
      List.of(
          PLAIN,
          new Way("one transaction", ONE_TRANSACTION, 20_000, Crash.NEVER, StoreKind.HEAP),
          new Way("three steps a transaction", 3, 20_000, Crash.AFTER_EACH, StoreKind.HEAP),
          new Way("restore after every step", 1, 20_000, Crash.RESTORE_AFTER_EACH, StoreKind.HEAP),
          new Way("crash after every commit", 1, 20_000, Crash.AFTER_EACH, StoreKind.HEAP),
          new Way("crash before every commit", 1, 20_000, Crash.BEFORE_EACH, StoreKind.HEAP),
          new Way("one pane a transaction", 1, 1, Crash.AFTER_EACH, StoreKind.HEAP),
          new Way("one pane, lost once each", 1, 1, Crash.BEFORE_EACH, StoreKind.HEAP));

  /** A checkpoint of files after every few steps. */
  public static final Way RESTORE_FROM_DISK =
      new Way("restore from disk", 3, 7, Crash.RESTORE_AFTER_EACH, StoreKind.ROCKS_DB);

  /** The state on disk, with crashes in between: slower, so not one of {@link #ALL}. */
  public static final List<Way> ON_DISK =
      List.of(
          new Way("on disk", 2, 20_000, Crash.NEVER, StoreKind.ROCKS_DB),
          RESTORE_FROM_DISK,
          new Way("crash on disk", 7, 2, Crash.BEFORE_EACH, StoreKind.ROCKS_DB));
}
