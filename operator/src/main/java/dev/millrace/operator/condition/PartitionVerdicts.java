package dev.millrace.operator.condition;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.operator.crd.Times;
import dev.millrace.operator.scaling.Decision;
import dev.millrace.operator.scaling.Finding;
import dev.millrace.operator.scaling.Finding.Kind;
import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Stage;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the partitions say of a function. Pure. */
final class PartitionVerdicts {
  private static final Set<Kind> STALLED =
      EnumSet.of(Kind.BLOCKED, Kind.POISON, Kind.IDLE, Kind.FUTURE_TIMESTAMP);
  private static final Set<Kind> LOADED =
      EnumSet.of(Kind.HOT_PARTITION, Kind.TOO_FEW_PARTITIONS, Kind.AT_MAX, Kind.RETENTION);

  /** Checkpoints that are missing before it is said. */
  private static final int INTERVALS = 3;

  private static final Duration SLACK = Duration.ofSeconds(30);

  private PartitionVerdicts() {}

  /** A partition that refused to go on, or null if none did. */
  static @Nullable Verdict refused(Outlook outlook) {
    List<String> refused =
        outlook.seen().samples().stream()
            .filter(sample -> sample.standing() == Standing.REFUSED)
            .map(PartitionSample::partition)
            .toList();
    if (refused.isEmpty() || outlook.isAsleep()) {
      return null;
    }
    return Verdict.no(
        "PartitionRefused",
        "Expected every partition to run, but some refuse because going on would lose or repeat"
            + " something: partitions="
            + first(refused)
            + ". Their pods' logs and /q/health/ready say what; spec.accept takes a loss on purpose.");
  }

  static Verdict checkpoints(Outlook outlook) {
    Verdict store = Reports.ofStore(outlook);
    if (store != null) {
      return store;
    }
    LedgerView ledger = ledger(outlook);
    if (ledger == null) {
      return notObserved();
    }
    Duration allowed =
        Times.parse(outlook.seen().function().getSpec().checkpoints().interval())
            .multipliedBy(INTERVALS)
            .plus(SLACK);
    List<String> old =
        ledger.partitions().stream()
            .filter(entry -> isOverdue(entry, outlook, allowed))
            .map(entry -> entry.ref().toString())
            .toList();
    if (old.isEmpty()) {
      return Verdict.yes("Recent", "Every partition has a checkpoint that is recent enough.");
    }
    return Verdict.no(
        "CheckpointOverdue",
        "Expected a checkpoint every "
            + outlook.seen().function().getSpec().checkpoints().interval()
            + ", but there was none for "
            + Times.text(allowed)
            + ": partitions="
            + first(old)
            + ". Nothing is lost, a restart takes longer; see the pods' logs for the object store.");
  }

  private static boolean isOverdue(PartitionEntry entry, Outlook outlook, Duration allowed) {
    String name = entry.ref().toString();
    return entry.ref().stage() == Stage.WINDOWS
        && outlook.checkpointBehindMs().applyAsLong(name) > allowed.toMillis();
  }

  static Verdict watermark(Outlook outlook) {
    Finding stalled = finding(outlook, STALLED);
    if (stalled != null) {
      return Verdict.no(word(stalled.kind()), stalled.text());
    }
    if (outlook.isAsleep()) {
      return Verdict.yes("Sleeping", "Nothing waits, so event time rests.");
    }
    return outlook.decision() == null
        ? notObserved()
        : Verdict.yes("Advancing", "No partition's watermark stands still.");
  }

  static Verdict lag(Outlook outlook) {
    Finding loaded = finding(outlook, LOADED);
    if (loaded != null) {
      return Verdict.no(word(loaded.kind()), loaded.text());
    }
    Decision decision = outlook.decision();
    if (decision == null || !allKnown(outlook)) {
      return notObserved();
    }
    long lateMs = decision.drainedByMs() - outlook.seen().nowMs();
    Duration target = Times.parse(outlook.seen().function().getSpec().scaling().drainTarget());
    // A fifth more is what predictions are allowed to be wrong by.
    if (decision.drainedByMs() != PartitionSample.NEVER && lateMs > target.toMillis() * 6 / 5) {
      return Verdict.no(
          "Draining",
          "The backlog will be gone in about "
              + Times.text(Duration.ofMillis(lateMs))
              + ", the target is "
              + Times.text(target)
              + "; pods are on their way.");
    }
    return Verdict.yes("WithinTarget", "What waits is gone within the target.");
  }

  static Verdict recoverable(Outlook outlook) {
    Finding lost = finding(outlook, EnumSet.of(Kind.RECORDS_LOST));
    if (lost != null) {
      return Verdict.no(word(lost.kind()), lost.text());
    }
    LedgerView ledger = ledger(outlook);
    if (ledger == null) {
      return notObserved();
    }
    List<String> gone =
        outlook.seen().samples().stream()
            .filter(sample -> isReplayLost(sample, ledger))
            .map(PartitionSample::partition)
            .toList();
    if (gone.isEmpty()) {
      return Verdict.yes(
          "ReplayInLog", "The records after every newest checkpoint are still in the log.");
    }
    return Verdict.no(
        "ReplayLost",
        "Expected the records since the newest checkpoint in the log, but retention has deleted"
            + " some: partitions="
            + first(gone)
            + ". Pods that run go on; a restart would be refused until a checkpoint is taken. Raise"
            + " the topic's retention, or shorten spec.checkpoints.interval.");
  }

  private static boolean isReplayLost(PartitionSample sample, LedgerView ledger) {
    PartitionLag.LogBounds log = sample.log();
    return log != null
        && ledger.partitions().stream()
            .anyMatch(
                entry ->
                    entry.ref().toString().equals(sample.partition())
                        && entry.checkpointOffset() != Progress.NO_OFFSET
                        && entry.committed() > entry.checkpointOffset()
                        && entry.checkpointOffset() < log.startOffset());
  }

  private static boolean allKnown(Outlook outlook) {
    return outlook.seen().samples().stream().allMatch(sample -> sample.lag().isKnown());
  }

  private static @Nullable Finding finding(Outlook outlook, Set<Kind> kinds) {
    Decision decision = outlook.decision();
    return decision == null
        ? null
        : decision.findings().stream()
            .filter(finding -> kinds.contains(finding.kind()))
            .findFirst()
            .orElse(null);
  }

  private static @Nullable LedgerView ledger(Outlook outlook) {
    return outlook.seen().observation() == null ? null : outlook.seen().observation().ledger();
  }

  private static Verdict notObserved() {
    return Verdict.unknown("NotObserved", "Kafka or the ledger say nothing of it yet.");
  }

  /** HOT_PARTITION as HotPartition. */
  private static String word(Kind kind) {
    StringBuilder word = new StringBuilder();
    for (String part : kind.name().split("_", -1)) {
      word.append(part.charAt(0)).append(part.substring(1).toLowerCase(java.util.Locale.ROOT));
    }
    return word.toString();
  }

  private static String first(List<String> names) {
    int shown = Math.min(5, names.size());
    String more = names.size() > shown ? " and " + (names.size() - shown) + " more" : "";
    return String.join(" ", names.subList(0, shown)) + more;
  }
}
