package dev.millrace.operator.condition;

import dev.millrace.operator.crd.PartitionSummary;
import dev.millrace.operator.crd.PartitionSummary.PartitionView;
import dev.millrace.operator.crd.StreamFunctionSpec;
import dev.millrace.operator.crd.Times;
import dev.millrace.operator.observe.Observation;
import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Sources.Source;
import dev.millrace.runtime.ledger.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Partitions folded into what fits a status. Pure. */
public final class Summaries {
  private Summaries() {}

  /** All partitions in a few numbers; null if none is known. */
  public static @Nullable PartitionSummary partitions(Outlook outlook) {
    List<PartitionSample> all = outlook.seen().samples();
    if (all.isEmpty()) {
      return null;
    }
    boolean known = all.stream().allMatch(sample -> sample.lag().isKnown());
    Long lag = known ? all.stream().mapToLong(s -> s.lag().lag()).sum() : null;
    Long oldest =
        all.stream()
            .map(sample -> outlook.checkpointAgeMs().apply(sample.partition()))
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse(null);
    return new PartitionSummary(
        all.size(),
        (int) all.stream().filter(sample -> sample.owner() != null).count(),
        lag,
        age(oldest),
        Math.round(all.stream().mapToDouble(sample -> sample.load().rate()).sum()),
        worst(outlook));
  }

  private static List<PartitionView> worst(Outlook outlook) {
    LedgerView ledger =
        outlook.seen().observation() == null ? null : outlook.seen().observation().ledger();
    return outlook.seen().samples().stream()
        .filter(sample -> sample.lag().lag() != 0)
        .sorted(Comparator.comparingLong((PartitionSample sample) -> -sample.lag().lag()))
        .limit(PartitionSummary.NAMED)
        .map(sample -> view(sample, entry(sample, ledger), outlook))
        .toList();
  }

  private static PartitionView view(
      PartitionSample sample, @Nullable PartitionEntry entry, Outlook outlook) {
    return new PartitionView(
        sample.partition(),
        entry == null ? null : reads(entry, outlook),
        entry == null || entry.state().isEmpty() ? null : entry.state(),
        sample.owner(),
        sample.lag().isKnown() ? sample.lag().lag() : null,
        watermarkLag(sample, outlook.seen().nowMs()),
        age(outlook.checkpointAgeMs().apply(sample.partition())));
  }

  private static @Nullable PartitionEntry entry(
      PartitionSample sample, @Nullable LedgerView ledger) {
    return ledger == null
        ? null
        : ledger.partitions().stream()
            .filter(entry -> entry.ref().toString().equals(sample.partition()))
            .findFirst()
            .orElse(null);
  }

  /** The topic and partition; null for what is read by key from the internal topic. */
  private static @Nullable String reads(PartitionEntry entry, Outlook outlook) {
    Observation seen = outlook.seen().observation();
    LedgerView ledger = seen == null ? null : seen.ledger();
    boolean byKey = entry.ref().stage() == Stage.WINDOWS;
    if (ledger == null || (byKey && ledger.function().rekeyPartitions() > 0)) {
      return null;
    }
    Source source = ledger.function().sources().all().get(entry.partition());
    return source.topic() + "-" + source.partition();
  }

  /** How far the slowest partition's event time is behind the clock, or null without one. */
  public static @Nullable String watermarkLag(Outlook outlook) {
    return outlook.seen().samples().stream()
        .filter(sample -> sample.time().watermarkMs() != PartitionSample.NO_WATERMARK)
        .min(Comparator.comparingLong(sample -> sample.time().watermarkMs()))
        .map(sample -> watermarkLag(sample, outlook.seen().nowMs()))
        .orElse(null);
  }

  private static @Nullable String watermarkLag(PartitionSample sample, long nowMs) {
    long watermark = sample.time().watermarkMs();
    return watermark == PartitionSample.NO_WATERMARK
        ? null
        : Times.text(Duration.ofMillis(nowMs - watermark));
  }

  /**
   * When the next window falls due if no record comes, to the second; null if that is not known.
   */
  public static @Nullable String nextFiring(List<PartitionSample> samples) {
    long due =
        samples.stream()
            .mapToLong(sample -> sample.time().dueAtMs())
            .min()
            .orElse(PartitionSample.NEVER);
    return due == PartitionSample.NEVER ? null : Instant.ofEpochSecond(due / 1000).toString();
  }

  /** What is guaranteed, and where it ends (section 7 of the design). */
  public static String guarantees(StreamFunctionSpec spec) {
    return spec.usesTransactions()
        ? (spec.source().inputs().size() == 1
                ? "exactly once from topic "
                : "exactly once from topics ")
            + String.join(", ", spec.source().inputs())
            + " to topics, for readers with isolation.level=read_committed; at least once beyond"
        : "at least once: after a crash panes can come again with the same key, window and index";
  }

  /** An age in words; null if there is none. */
  public static @Nullable String age(@Nullable Long ms) {
    return ms == null ? null : Times.text(Duration.ofMillis(ms));
  }
}
