package dev.millrace.operator.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.engine.lag.PartitionLag.StartFrom;
import dev.millrace.operator.scaling.Finding.Kind;
import dev.millrace.operator.scaling.PartitionSample.EventTime;
import dev.millrace.operator.scaling.PartitionSample.Load;
import dev.millrace.operator.scaling.PartitionSample.Standing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule A5: what is stalled, and why; retention that runs out. */
class WatchTest {
  private static final long NOW_MS = 1_700_000_000_000L;
  private static final long MINUTE_MS = 60_000;
  private static final EventTime MOVING = time(NOW_MS);

  private static EventTime time(long watermarkMs) {
    return new EventTime(watermarkMs, PartitionSample.NEVER, PartitionSample.NEVER);
  }

  private static PartitionSample sample(
      long logStart, long end, long position, EventTime time, Standing standing) {
    LogBounds log = new LogBounds(logStart, end, end);
    return new PartitionSample(
        "p:7",
        log,
        PartitionLag.of(log, position, StartFrom.EARLIEST, true),
        position,
        time,
        Load.NONE,
        "pod-2",
        standing);
  }

  /** What is found after a minute between each two of these, the last one being of now. */
  private static List<Finding> found(PartitionSample... samples) {
    return found(List.of(), samples);
  }

  private static List<Finding> found(List<PartitionSample> others, PartitionSample... samples) {
    ScalingMemory memory = ScalingMemory.from(NOW_MS - samples.length * MINUTE_MS);
    Snapshot snapshot = new Snapshot(0, 1, 1, List.of());
    for (int i = 0; i < samples.length; i++) {
      long at = NOW_MS - (samples.length - 1 - i) * MINUTE_MS;
      List<PartitionSample> all = new ArrayList<>(others);
      all.add(samples[i]);
      snapshot = new Snapshot(at, 1, 1, all);
      memory = memory.observe(snapshot, at);
    }
    return Watch.findings(snapshot, memory.tracks(), memory.longTerm(), NOW_MS);
  }

  private static PartitionSample live(long end, long position, EventTime time) {
    return sample(0, end, position, time, Standing.OPEN);
  }

  @Test
  void shouldFindNothingWhenEventTimeMoves() {
    assertThat(
            found(
                live(10, 5, time(NOW_MS - 120_000)),
                live(20, 15, time(NOW_MS - 60_000)),
                live(30, 25, MOVING)))
        .isEmpty();
  }

  @Test
  void shouldCallItBlockedWhenRecordsWaitAndThePositionStands() {
    PartitionSample stuck = live(100, 40, time(NOW_MS - 600_000));

    assertThat(found(stuck, stuck, stuck, stuck))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(Kind.BLOCKED);
              assertThat(finding.partition()).isEqualTo("p:7");
              assertThat(finding.text()).contains("60 records wait", "pod-2");
            });
  }

  @Test
  void shouldCallItPoisonWhenRecordsAreReadAndNoneMovesEventTime() {
    EventTime stands = time(NOW_MS - 600_000);

    assertThat(found(live(10, 10, stands), live(20, 20, stands), live(30, 30, stands)))
        .extracting(Finding::kind)
        .containsExactly(Kind.POISON);
  }

  /** T01: without an idle timeout a silent partition holds its windows for ever. */
  @Test
  void shouldCallItIdleWhenNothingComesAndOnlyARecordWouldCloseTheWindows() {
    PartitionSample silent =
        live(10, 10, new EventTime(NOW_MS - 600_000, NOW_MS - 500_000, PartitionSample.NEVER));

    assertThat(found(silent, silent, silent)).extracting(Finding::kind).containsExactly(Kind.IDLE);
  }

  @Test
  void shouldFindNothingWhenItIsIdleAndItsWindowsWillCloseByThemselves() {
    PartitionSample silent =
        live(10, 10, new EventTime(NOW_MS - 600_000, NOW_MS - 500_000, NOW_MS + 60_000));

    assertThat(found(silent, silent, silent)).isEmpty();
  }

  @Test
  void shouldNameAFutureTimestampAtOnceWhenEventTimeIsAheadOfTheClock() {
    assertThat(found(live(10, 10, time(NOW_MS + 24 * 60 * MINUTE_MS))))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(Kind.FUTURE_TIMESTAMP);
              assertThat(finding.text()).contains("24 h ahead");
            });
  }

  @Test
  void shouldSayThatItRefusedWhenItDid() {
    assertThat(found(sample(0, 10, 10, MOVING, Standing.REFUSED)))
        .extracting(Finding::kind)
        .containsExactly(Kind.REFUSED);
  }

  @Test
  void shouldWarnOfRetentionWhenItReachesTheUnreadBeforeTheyAreRead() {
    List<Finding> findings =
        found(
            sample(0, 100_000, 10_000, time(NOW_MS - 120_000), Standing.OPEN),
            sample(5_000, 101_000, 11_000, time(NOW_MS - 60_000), Standing.OPEN),
            sample(10_000, 102_000, 12_000, MOVING, Standing.OPEN));

    assertThat(findings).extracting(Finding::kind).containsExactly(Kind.RETENTION);
    assertThat(findings.get(0).text()).contains("reaches the unread in 30 s");
  }

  /** R4: it is pods that delete from the re-key topic, behind their checkpoints. */
  @Test
  void shouldNotWarnOfRetentionWhenPodsDeleteFromTheRekeyTopic() {
    LogBounds log = new LogBounds(0, 5, 5);
    PartitionSample source =
        new PartitionSample(
            "s:0",
            log,
            PartitionLag.of(log, 5, StartFrom.EARLIEST, true),
            5,
            EventTime.NONE,
            Load.NONE,
            "pod-2",
            Standing.SETTLED);
    assertThat(
            found(
                List.of(source),
                sample(0, 100_000, 10_000, time(NOW_MS - 120_000), Standing.OPEN),
                sample(5_000, 101_000, 11_000, time(NOW_MS - 60_000), Standing.OPEN),
                sample(10_000, 102_000, 12_000, MOVING, Standing.OPEN)))
        .isEmpty();
  }

  @Test
  void shouldNotWarnOfRetentionWhenTheBacklogIsGoneBefore() {
    assertThat(
            found(
                sample(0, 100_000, 10_000, time(NOW_MS - 120_000), Standing.OPEN),
                sample(1_000, 100_000, 50_000, time(NOW_MS - 60_000), Standing.OPEN),
                sample(2_000, 100_000, 90_000, MOVING, Standing.OPEN)))
        .isEmpty();
  }

  @Test
  void shouldTellWhatWasLostWhenRetentionHasOvertakenThePosition() {
    List<Finding> findings = found(sample(900, 1000, 800, MOVING, Standing.OPEN));

    assertThat(findings).extracting(Finding::kind).containsExactly(Kind.RECORDS_LOST);
    assertThat(findings.get(0).text()).contains("100 records", "offsets 800 to 899");
  }
}
