package dev.millrace.operator.condition;

import dev.millrace.operator.observe.Observation;
import dev.millrace.runtime.ledger.Report;
import dev.millrace.runtime.ledger.Report.Kind;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What pods say that they cannot do their work for, in the words of conditions. Pure. */
final class Reports {
  private static final Set<Kind> STORE =
      EnumSet.of(Kind.BUCKET_MISSING, Kind.STORE_REFUSED, Kind.STORE_UNREACHABLE);

  private Reports() {}

  /** What a pod reports, or null. */
  static @Nullable Verdict any(Outlook outlook) {
    Report report = report(outlook);
    return report == null ? null : verdict(report);
  }

  /** The same of where checkpoints are kept. */
  static @Nullable Verdict ofStore(Outlook outlook) {
    Report report = report(outlook);
    return report == null || !STORE.contains(report.kind()) ? null : verdict(report);
  }

  private static @Nullable Report report(Outlook outlook) {
    Observation seen = outlook.seen().observation();
    return seen == null || outlook.isAsleep() ? null : seen.report();
  }

  private static Verdict verdict(Report report) {
    String said = "pod=" + report.instance() + ": " + report.text();
    return switch (report.kind()) {
      case BUCKET_MISSING -> Verdict.no("BucketMissing", said);
      case STORE_REFUSED ->
          Verdict.no("StoreRefused", said + " They are in the Secrets of spec.credentials.");
      case STORE_UNREACHABLE ->
          Verdict.no("StoreUnreachable", said + " It is at spec.checkpoints.");
      case KAFKA_REFUSED -> Verdict.no("KafkaRefused", said);
      case TOPIC -> Verdict.no("TopicUnusable", said);
      case REFUSED -> Verdict.no("PartitionRefused", said);
      case OTHER -> Verdict.no("PodTroubled", said);
    };
  }
}
