package dev.millrace.engine.watermark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.TimeSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule W8 for a partition that is read on its own. */
class IdleTrackerTest {
  private static final long NONE = TimeMath.NO_WATERMARK;

  @Test
  void shouldBeIdleWhenAtEndAndSilentSinceAssignment() {
    IdleTracker tracker = tracker(IdlePolicy.PACE);
    tracker.atEnd(true, 1000);
    assertThat(tracker.isIdle(1009)).isFalse();
    assertThat(tracker.isIdle(1010)).isTrue();
    tracker.heard(1010);
    assertThat(tracker.isIdle(1019)).isFalse();
    assertThat(tracker.isIdle(1020)).isTrue();
    assertThat(tracker.silentMs(1025)).isEqualTo(15);
  }

  @Test
  void shouldNotBeIdleWhenBlockedOrBehind() {
    IdleTracker tracker = tracker(IdlePolicy.PACE);
    assertThat(tracker.isIdle(2000)).as("end never seen").isFalse();
    tracker.atEnd(false, 2000);
    assertThat(tracker.isIdle(3000)).isFalse();
    tracker.atEnd(true, 3000);
    assertThat(tracker.isIdle(3000)).as("was behind until 2000 at least").isTrue();
    tracker.blocked(3000);
    assertThat(tracker.isIdle(3009)).isFalse();
    assertThat(tracker.isIdle(3010)).isTrue();
  }

  /** W = W₀ + (silence − idleTimeout), proposed when it makes something fire. */
  @Test
  void shouldProposePacedWatermarkWhenTimerIsReached() {
    IdleTracker tracker = tracker(IdlePolicy.PACE);
    tracker.heard(1000);
    tracker.atEnd(true, 1000);
    assertThat(tracker.nextDueMs(500, 530)).isEqualTo(1040);
    assertThat(tracker.proposal(500, 530, 1039)).isEqualTo(NONE);
    assertThat(tracker.proposal(500, 530, 1040)).isEqualTo(530);
    assertThat(tracker.proposal(500, 530, 1045)).isEqualTo(535);
  }

  /** The advance that was decided is not counted from again. */
  @Test
  void shouldCountFromStartOfSilenceWhenSomethingFiredInIt() {
    IdleTracker tracker = tracker(IdlePolicy.PACE);
    tracker.heard(1000);
    tracker.atEnd(true, 1000);
    assertThat(tracker.proposal(500, 530, 1045)).isEqualTo(535);
    assertThat(tracker.nextDueMs(535, 600)).isEqualTo(1110);
    assertThat(tracker.proposal(535, 600, 1109)).isEqualTo(NONE);
    assertThat(tracker.proposal(535, 600, 1110)).isEqualTo(600);
    // A record that moved the watermark starts over, also if it was asked in between.
    tracker.heard(2000);
    assertThat(tracker.proposal(600, 900, 2001)).isEqualTo(NONE);
    assertThat(tracker.nextDueMs(700, 730)).isEqualTo(2040);
  }

  @Test
  void shouldProposeNothingWhenNothingIsPendingOrKnown() {
    IdleTracker tracker = tracker(IdlePolicy.PACE);
    tracker.atEnd(true, 1000);
    assertThat(tracker.proposal(500, TimeMath.NEVER, 9000)).isEqualTo(NONE);
    assertThat(tracker.nextDueMs(500, TimeMath.NEVER)).isEqualTo(IdleTracker.NEVER);
    IdleTracker fresh = tracker(IdlePolicy.PACE);
    fresh.atEnd(true, 1000);
    assertThat(fresh.proposal(NONE, 530, 9000)).isEqualTo(NONE);
    assertThat(fresh.nextDueMs(NONE, 530)).isEqualTo(IdleTracker.NEVER);
  }

  @ParameterizedTest
  @EnumSource(names = {"STALL", "OTHERS"})
  void shouldNotMoveWhenPolicyFollowsOthersOnly(IdlePolicy policy) {
    IdleTracker tracker = tracker(policy);
    tracker.atEnd(true, 1000);
    assertThat(tracker.isIdle(5000)).isTrue();
    assertThat(tracker.proposal(500, 530, 5000)).isEqualTo(NONE);
    assertThat(tracker.nextDueMs(500, 530)).isEqualTo(IdleTracker.NEVER);
  }

  @Test
  void shouldNeverBeIdleWhenThereIsNoTimeout() {
    IdleTracker tracker =
        new IdleTracker(
            new TimeSpec(0, 0, TimeSpec.UNLIMITED, TimeSpec.NEVER, IdlePolicy.PACE, false), 0);
    tracker.atEnd(true, 0);
    assertThat(tracker.isIdle(Long.MAX_VALUE)).isFalse();
    assertThat(tracker.nextDueMs(500, 530)).isEqualTo(IdleTracker.NEVER);
  }

  private static IdleTracker tracker(IdlePolicy policy) {
    return new IdleTracker(new TimeSpec(0, 0, TimeSpec.UNLIMITED, 10, policy, false), 1000);
  }
}
