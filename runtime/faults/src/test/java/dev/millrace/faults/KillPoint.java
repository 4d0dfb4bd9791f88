package dev.millrace.faults;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A point of the program at which a pod is killed.
 *
 * @param name as in the code: {@code Failpoints.hit(name)}
 * @param mostHits a pod that gets a portion of the feed hits the point at least as often
 * @param way what brings a pod there
 * @param rekeyedOnly whether the pod runs the re-keyed function only, so that it is there that the
 *     point is hit
 */
record KillPoint(String name, int mostHits, Way way, boolean rekeyedOnly) {

  /** What brings a pod to a point. */
  enum Way {
    /** It starts, and there is nothing yet. */
    FRESH(1),
    /** It works. */
    WORK(1),
    /** It works, and transactions are so small that a firing takes several. */
    SPLIT(1),
    /** It works on many keys at once. */
    CROWD(1),
    /** It saves, and keeps no other checkpoint than the newest. */
    PRUNE(1),
    /** It starts from a checkpoint, which an earlier life has left. */
    RESTORE(1),
    /** It starts, and has records to replay since the checkpoint. */
    REPLAY(2),
    /** It takes a partition over from a pod that works. */
    TAKE_OVER(2),
    /** It gives a partition up to a pod that has come. */
    GIVE_UP(2),
    /** It works without transactions (X7). */
    AT_LEAST_ONCE(1);

    /** Portions of the feed that are sent on the way. */
    final int portions;

    Way(int portions) {
      this.portions = portions;
    }
  }

  /** All points of the code; a test keeps this list whole. */
  static final List<KillPoint> ALL =
      List.of(
          new KillPoint("open.fresh", 4, Way.FRESH),
          // Taking a partition (X3).
          new KillPoint("open.claimed", 8, Way.WORK),
          new KillPoint("open.fenced", 8, Way.WORK),
          new KillPoint("restore.before", 4, Way.RESTORE),
          new KillPoint("restore.middle", 8, Way.RESTORE),
          new KillPoint("restore.after", 6, Way.RESTORE),
          new KillPoint("replay.middle", 20, Way.REPLAY),
          new KillPoint("replay.end", 1, Way.REPLAY),
          // Working (X2, X4).
          new KillPoint("batch.middle", 300, Way.WORK),
          new KillPoint("txn.begun", 6, Way.WORK),
          new KillPoint("send.before", 40, Way.WORK),
          new KillPoint("send.after", 40, Way.WORK),
          new KillPoint("commit.before", 6, Way.WORK),
          new KillPoint("txn.before-offsets", 6, Way.WORK),
          new KillPoint("txn.before-commit", 6, Way.WORK),
          new KillPoint("txn.after-commit", 6, Way.WORK),
          new KillPoint("commit.after", 6, Way.WORK),
          new KillPoint("fire.before-split", 4, Way.SPLIT),
          new KillPoint("fire.after-split", 4, Way.SPLIT),
          new KillPoint("ledger.before", 4, Way.WORK),
          new KillPoint("ledger.after", 4, Way.WORK),
          // Saving (C1 to C4).
          new KillPoint("snapshot.begin", 4, Way.WORK),
          new KillPoint("snapshot.middle", 1, Way.CROWD),
          new KillPoint("snapshot.pinned", 4, Way.WORK),
          new KillPoint("upload.before", 4, Way.WORK),
          new KillPoint("upload.middle", 8, Way.WORK),
          new KillPoint("manifest.before", 4, Way.WORK),
          new KillPoint("manifest.after", 4, Way.WORK),
          new KillPoint("pointer.before", 4, Way.WORK),
          new KillPoint("pointer.after", 4, Way.WORK),
          new KillPoint("checkpoint.adopted", 4, Way.WORK),
          new KillPoint("prune.before", 4, Way.WORK),
          new KillPoint("prune.expired", 4, Way.PRUNE),
          new KillPoint("prune.deleted", 8, Way.PRUNE),
          new KillPoint("prune.after", 4, Way.WORK),
          // Re-keying (R1, R4): stage one, then the same as above in stage two.
          new KillPoint("rekey.stage1.claimed", 2, Way.WORK),
          new KillPoint("rekey.stage1.fenced", 2, Way.WORK),
          new KillPoint("rekey.stage1.middle", 100, Way.WORK),
          new KillPoint("rekey.stage1.before-send", 100, Way.WORK),
          new KillPoint("rekey.stage1.after-send", 100, Way.WORK),
          new KillPoint("rekey.stage1.marker", 2, Way.WORK),
          new KillPoint("rekey.stage1.before-commit", 2, Way.WORK),
          new KillPoint("rekey.stage1.after-commit", 2, Way.WORK),
          new KillPoint("forget.before", 2, Way.WORK),
          new KillPoint("forget.after", 2, Way.WORK),
          new KillPoint("batch.middle", 100, Way.WORK, true),
          new KillPoint("commit.before", 2, Way.WORK, true),
          new KillPoint("commit.after", 2, Way.WORK, true),
          new KillPoint("ledger.before", 2, Way.WORK, true),
          new KillPoint("manifest.before", 2, Way.WORK, true),
          new KillPoint("pointer.before", 2, Way.WORK, true),
          new KillPoint("replay.middle", 1, Way.REPLAY, true),
          // From pod to pod (A2).
          new KillPoint("handover.preparing", 2, Way.TAKE_OVER),
          new KillPoint("handover.prepared", 2, Way.TAKE_OVER),
          new KillPoint("handover.reserved", 2, Way.TAKE_OVER),
          new KillPoint("handover.before-stop", 2, Way.GIVE_UP),
          new KillPoint("handover.before-release", 2, Way.GIVE_UP),
          new KillPoint("handover.after-release", 2, Way.GIVE_UP),
          new KillPoint("flush.before", 4, Way.AT_LEAST_ONCE),
          new KillPoint("flush.after", 4, Way.AT_LEAST_ONCE),
          new KillPoint("offset.after", 4, Way.AT_LEAST_ONCE));

  /** One or two of each phase: what each seed of each build comes to. Of all functions. */
  private static final Set<String> CORE =
      Set.of(
          "open.fenced",
          "restore.middle",
          "restore.after",
          "replay.middle",
          "replay.end",
          "batch.middle",
          "send.before",
          "send.after",
          "txn.before-offsets",
          "txn.before-commit",
          "txn.after-commit",
          "fire.after-split",
          "ledger.before",
          "ledger.after",
          "snapshot.begin",
          "snapshot.pinned",
          "upload.middle",
          "manifest.before",
          "manifest.after",
          "pointer.before",
          "pointer.after",
          "prune.expired",
          "prune.deleted",
          "rekey.stage1.middle",
          "rekey.stage1.before-commit",
          "rekey.stage1.after-commit",
          "handover.prepared",
          "handover.before-release");

  private KillPoint(String name, int mostHits, Way way) {
    this(name, mostHits, way, false);
  }

  /** The point of that name, where all functions run. */
  static KillPoint of(String name) {
    return ALL.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  /** Whether it is among those that stand for all. */
  boolean isCore() {
    return CORE.contains(name) && !rekeyedOnly;
  }

  /** A hit that is surely reached. */
  int hit(SplittableRandom random) {
    return random.nextInt(1, mostHits + 1);
  }
}
