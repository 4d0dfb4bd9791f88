package dev.millrace.runtime.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a source tells the partitions that its records did not go to (R1). */
class MarkerScheduleTest {
  private static final long NONE = Long.MIN_VALUE;

  @Test
  void shouldSayNothingWhenNothingIsNew() {
    MarkerSchedule schedule = new MarkerSchedule(2);
    schedule.recordSent(0, 100);
    assertThat(schedule.isDue(0, 100, false, true)).isFalse();
  }

  /** R3: one that joins is waited for from then on, before its first record. */
  @Test
  void shouldSayThatItIsThereWhenItNeverSpoke() {
    MarkerSchedule schedule = new MarkerSchedule(1);
    assertThat(schedule.isDue(0, NONE, false, false)).isTrue();
    schedule.markerSent(0, NONE, false);
    assertThat(schedule.isDue(0, NONE, false, false)).isFalse();
  }

  @Test
  void shouldTellTheWatermarkWhenRecordsWentElsewhere() {
    MarkerSchedule schedule = new MarkerSchedule(2);
    schedule.recordSent(0, 100);
    assertThat(schedule.isDue(1, 100, false, false)).isTrue();
    schedule.markerSent(1, 100, false);
    assertThat(schedule.isDue(1, 100, false, false)).isFalse();
  }

  @Test
  void shouldTellThatItIsIdleWhenItNeverSpoke() {
    MarkerSchedule schedule = new MarkerSchedule(1);
    assertThat(schedule.isDue(0, NONE, true, false)).isTrue();
    schedule.markerSent(0, NONE, true);
    assertThat(schedule.isDue(0, NONE, true, false)).isFalse();
  }

  @Test
  void shouldTellThatItIsBackWhenOthersBelieveItIdle() {
    MarkerSchedule schedule = new MarkerSchedule(2);
    schedule.markerSent(0, 100, true);
    schedule.markerSent(1, 100, true);
    schedule.recordSent(0, 100);
    assertThat(schedule.isDue(0, 100, false, false)).isFalse();
    assertThat(schedule.isDue(1, 100, false, false)).isTrue();
  }

  @Test
  void shouldRepeatItsSilenceWhenAWindowWaitsForIt() {
    MarkerSchedule schedule = new MarkerSchedule(1);
    schedule.markerSent(0, 100, true);
    assertThat(schedule.isDue(0, 100, true, true)).isTrue();
  }
}
