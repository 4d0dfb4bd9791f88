package dev.millrace.operator.scaling;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.operator.scaling.Finding.Kind;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names partitions whose event time stands still, and why, and those that lose records (A5). */
final class Watch {

  /** As long a thing may stand still before it is called stalled. */
  static final long STALLED_AFTER_MS = 120_000;

  /** As far event time may be ahead of the clock: clocks differ. */
  static final long AHEAD_MS = 60_000;

  private Watch() {}

  static List<Finding> findings(
      Snapshot snapshot, Map<String, Track> tracks, History longTerm, long nowMs) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Double> deleted = longTerm.rates(Watch::start);
    Map<String, Double> read = longTerm.rates(PartitionSample::position);
    Map<String, Double> written = longTerm.rates(PartitionSample::end);
    boolean isRekeyed = snapshot.partitions().stream().anyMatch(PartitionSample::isSource);
    for (PartitionSample partition : snapshot.partitions()) {
      Track track = tracks.get(partition.partition());
      Finding stalled = track == null ? null : stalled(partition, track, nowMs);
      if (stalled != null) {
        findings.add(stalled);
      }
      String name = partition.partition();
      Finding losing =
          losing(
              partition,
              new Flow(
                  written.getOrDefault(name, 0.0),
                  read.getOrDefault(name, 0.0),
                  // Of a re-key topic pods delete what every checkpoint has passed (R4).
                  isRekeyed && !partition.isSource() ? 0 : deleted.getOrDefault(name, 0.0)));
      if (losing != null) {
        findings.add(losing);
      }
    }
    return findings;
  }

  private static @Nullable Finding stalled(PartitionSample now, Track track, long nowMs) {
    String name = now.partition();
    if (now.standing() == Standing.REFUSED) {
      return new Finding(
          Kind.REFUSED, name, name + " has stopped; its pod's readiness says why and what to do.");
    }
    long aheadMs = now.time().watermarkMs() - nowMs;
    if (now.time().watermarkMs() != PartitionSample.NO_WATERMARK && aheadMs > AHEAD_MS) {
      return new Finding(
          Kind.FUTURE_TIMESTAMP,
          name,
          "Event time of %s is %s ahead of the clock, so records of now come late; a record with"
                  .formatted(name, Words.duration(aheadMs))
              + " such a time was let in: lower maxAhead.");
    }
    boolean awake = now.owner() != null && now.standing() != Standing.RESTORING;
    boolean still = nowMs - track.watermarkSinceMs() >= STALLED_AFTER_MS;
    return awake && still ? standingStill(now, track, nowMs) : null;
  }

  private static @Nullable Finding standingStill(PartitionSample now, Track track, long nowMs) {
    String name = now.partition();
    String since = Words.duration(nowMs - track.watermarkSinceMs());
    if (now.backlog() > 0 && nowMs - track.positionSinceMs() >= STALLED_AFTER_MS) {
      return new Finding(
          Kind.BLOCKED,
          name,
          "%s has not moved for %s though %s wait; look at the log of pod %s."
              .formatted(
                  name,
                  Words.duration(nowMs - track.positionSinceMs()),
                  Words.records(now.backlog()),
                  now.owner()));
    }
    if (now.position() > track.positionAtWatermark()) {
      return new Finding(
          Kind.POISON,
          name,
          "%s has read %s in %s, and none moved event time: they were rejected, or all are old. Look"
                  .formatted(
                      name, Words.records(now.position() - track.positionAtWatermark()), since)
              + " at the dead-letter topic.");
    }
    boolean windowsWait = now.time().nextTimerMs() != PartitionSample.NEVER;
    boolean nothingBringsThemAbout = now.time().dueAtMs() == PartitionSample.NEVER;
    if (now.backlog() == 0 && windowsWait && nothingBringsThemAbout) {
      return new Finding(
          Kind.IDLE,
          name,
          "Nothing has come to %s for %s, and its windows wait for a record. Idle policy pace lets"
                  .formatted(name, since)
              + " time go on without one.");
    }
    return null;
  }

  /** Records per second. */
  private record Flow(double written, double read, double deleted) {}

  private static @Nullable Finding losing(PartitionSample now, Flow flow) {
    String name = now.partition();
    if (now.lag().state() == PartitionLag.State.BEHIND_LOG_START) {
      return new Finding(
          Kind.RECORDS_LOST,
          name,
          "Retention deleted %s of %s before they were read: offsets %d to %d."
              .formatted(
                  Words.records(start(now) - now.position()),
                  name,
                  now.position(),
                  start(now) - 1));
    }
    double closing = flow.deleted() - flow.read();
    if (now.backlog() == 0 || now.position() < 0 || closing <= 0) {
      return null;
    }
    double leftS = (now.position() - start(now)) / closing;
    double net = flow.read() - flow.written();
    double drainS = net <= 0 ? Double.POSITIVE_INFINITY : now.backlog() / net;
    return leftS >= drainS
        ? null
        : new Finding(
            Kind.RETENTION,
            name,
            "Kafka deletes %s faster than it is read, and reaches the unread in %s; %s wait. Raise"
                    .formatted(
                        name, Words.duration((long) (leftS * 1000)), Words.records(now.backlog()))
                + " retention.ms or max.");
  }

  private static long start(PartitionSample partition) {
    return partition.log() == null ? 0 : partition.log().startOffset();
  }
}
