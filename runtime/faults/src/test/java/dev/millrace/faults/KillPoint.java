package dev.millrace.faults;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A point of the program at which a pod is killed.
 *
 * @param name as in the code: {@code Failpoints.hit(name)}
 * @param mostHits a pod that gets a portion of the feed hits the point at least as often
 * @param way what brings a pod there
 */
record KillPoint(String name, int mostHits, Way way) {

  /** What brings a pod to a point. */
  enum Way {
    /** It works. */
    WORK(1),
    /** It starts from a checkpoint. */
    RESTORE(2),
    /** It starts, and has records to replay since the checkpoint. */
    REPLAY(3),
    /** It takes a partition over from a pod that works. */
    TAKE_OVER(2),
    /** It gives a partition up to a pod that has come. */
    GIVE_UP(2);

    /** Portions of the feed that are sent on the way. */
    final int portions;

    Way(int portions) {
      this.portions = portions;
    }
  }

  /** All points of the code; a test keeps this list whole. */
  static final List<KillPoint> ALL =
      List.of(
          new KillPoint("batch.middle", 300, Way.WORK),
          new KillPoint("send.before", 40, Way.WORK),
          new KillPoint("send.after", 40, Way.WORK),
          new KillPoint("txn.before-commit", 8, Way.WORK),
          new KillPoint("txn.after-commit", 8, Way.WORK),
          new KillPoint("ledger.before", 4, Way.WORK),
          new KillPoint("ledger.after", 4, Way.WORK),
          new KillPoint("snapshot.middle", 4, Way.WORK),
          new KillPoint("upload.middle", 8, Way.WORK),
          new KillPoint("manifest.after", 4, Way.WORK),
          new KillPoint("pointer.before", 4, Way.WORK),
          new KillPoint("pointer.after", 4, Way.WORK),
          new KillPoint("rekey.stage1.middle", 100, Way.WORK),
          new KillPoint("rekey.stage1.before-commit", 2, Way.WORK),
          new KillPoint("restore.middle", 4, Way.RESTORE),
          new KillPoint("replay.middle", 20, Way.REPLAY),
          new KillPoint("handover.prepared", 2, Way.TAKE_OVER),
          new KillPoint("handover.before-stop", 2, Way.GIVE_UP),
          new KillPoint("handover.before-release", 2, Way.GIVE_UP));

  /** A hit that is surely reached. */
  int hit(SplittableRandom random) {
    return random.nextInt(1, mostHits + 1);
  }
}
