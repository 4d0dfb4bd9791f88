package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.functions.spec.IdlePolicy;
import org.junit.jupiter.api.Test;

/** Rules R1–R3 and W8 over the sources of a re-key topic. */
class SourcesScriptTest {
  private static final Settings OTHERS = Settings.tumbling(5).rekeyed().idle(10, IdlePolicy.OTHERS);

  /** R2: the smallest of the sources; one never heard of holds it back. */
  @Test
  void shouldFollowSlowestSourceWhenSeveralFeed() {
    Script.run(
        OTHERS,
        script -> {
          script.task().expectSources(2);
          script
              .source(0, 11, 11, "k", 1)
              .expectWatermark(PartitionTask.NO_WATERMARK)
              .source(1, 3, 3, "k", 2)
              .expectWatermark(3)
              .source(1, 7, 7, "k", 4)
              .expect("k [0,5) on-time #0 2 final")
              .expectWatermark(7)
              .marker(1, 12, false, 0)
              .expect("k [5,10) on-time #0 4 final")
              .expectWatermark(11);
        });
  }

  /** R3: a source that resumes behind does not move W back, and holds it until it has caught up. */
  @Test
  void shouldHoldWatermarkWhenIdleSourceResumesBehind() {
    Script.run(
        OTHERS.lateness(6),
        script ->
            script
                .source(0, 1, 1, "k", 1)
                .source(1, 0, 0, "k", 2)
                .source(0, 7, 7, "k", 4)
                .marker(1, 0, true, 10)
                .expect("k [0,5) on-time #0 3")
                .source(0, 12, 12, "k", 8)
                .expect("k [5,10) on-time #0 4")
                .source(1, 6, 6, "k", 16)
                .expect("k [5,10) late #1 20")
                .source(1, 6, 3, "k", 32)
                .expect("late @6 t=3 W=12")
                .source(0, 20, 20, "k", 64)
                .expectWatermark(12)
                .source(1, 13, 13, "k", 128)
                .expectWatermark(13)
                .source(1, 21, 21, "k", 256)
                .expect("k [10,15) on-time #0 136")
                .expectWatermark(20));
  }

  /** W8: when all are idle, the largest there is, in whatever order they fell silent. */
  @Test
  void shouldFollowLargestWhenAllAreIdle() {
    SourceMarker slow = new SourceMarker(0, 3, true, 10);
    SourceMarker fast = new SourceMarker(1, 12, true, 10);
    for (boolean slowFirst : new boolean[] {true, false}) {
      Script.run(
          OTHERS,
          script -> {
            script.source(0, 3, 3, "k", 1).source(1, 12, 12, "k", 2).expectWatermark(3);
            script.markers(slowFirst ? slow : fast);
            script.markers(slowFirst ? fast : slow);
            script.expectWatermark(12).expect("k [0,5) on-time #0 1 final");
          });
    }
  }

  /** R1: what one marker says of several sources counts at once. */
  @Test
  void shouldNotPassThroughWatermarkThatNeverWasWhenMarkerSpeaksOfSeveral() {
    Script.run(
        OTHERS,
        script ->
            script
                .source(0, 3, 3, "k", 1)
                .source(1, 100, 100, "k", 2)
                .marker(1, 100, true, 10)
                .expectWatermark(3)
                // Source 0 falls idle as source 1 comes back, far behind the largest.
                .markers(new SourceMarker(0, 3, true, 10), new SourceMarker(1, 100, false, 0))
                .expect("k [0,5) on-time #0 1 final")
                .expectWatermark(100));
    Script.run(
        OTHERS,
        script ->
            script
                .source(0, 3, 3, "k", 1)
                .marker(2, 4, true, 10)
                .marker(1, 2, false, 0)
                .expectWatermark(3)
                .markers(
                    new SourceMarker(0, 3, true, 10),
                    new SourceMarker(1, 2, true, 10),
                    new SourceMarker(2, 4, false, 0))
                .expectWatermark(4));
  }

  /** W8: pace goes on by the least silence beyond the timeout. */
  @Test
  void shouldGoOnAtPaceWhenAllAreIdle() {
    Script.run(
        Settings.tumbling(5).rekeyed().idle(10, IdlePolicy.PACE),
        script ->
            script
                .source(0, 3, 3, "k", 1)
                .source(1, 4, 4, "k", 2)
                .marker(0, 3, true, 30)
                .expectWatermark(4)
                .marker(1, 4, true, 10)
                .expectWatermark(4)
                .marker(1, 4, true, 11)
                .expect("k [0,5) on-time #0 3 final")
                .expectWatermark(5)
                .marker(1, 4, true, 60)
                .expectWatermark(24)
                .source(1, 6, 6, "k", 4)
                .expect("late @6 t=6 W=24")
                .expectWatermark(24));
  }

  /** W8: stall waits for all. */
  @Test
  void shouldWaitForIdleSourceWhenPolicyIsStall() {
    Script.run(
        Settings.tumbling(5).rekeyed().idle(10, IdlePolicy.STALL),
        script ->
            script
                .source(0, 30, 30, "k", 1)
                .marker(1, PartitionTask.NO_WATERMARK, true, 100)
                .expectWatermark(30)
                .source(1, 2, 2, "k", 2)
                .expect("late @2 t=2 W=30")
                .source(0, 60, 60, "k", 2)
                .expectWatermark(30));
  }

  /** W8, R2: a source that never spoke is left out once it is idle. */
  @Test
  void shouldLeaveOutSourceWhenItNeverSpoke() {
    Script.run(
        OTHERS,
        script -> {
          script.task().expectSources(2);
          script
              .source(0, 6, 1, "k", 1)
              .expectWatermark(PartitionTask.NO_WATERMARK)
              .marker(1, PartitionTask.NO_WATERMARK, true, 10)
              .expect("k [0,5) on-time #0 1 final")
              .expectWatermark(6);
        });
  }

  /** W4: a record is judged before the watermark that it brings. */
  @Test
  void shouldCountRecordInTimeWhenItsSourceIsAhead() {
    Script.run(
        OTHERS.lateness(10),
        script ->
            script
                .source(0, 30, 3, "k", 1)
                .expect("k [0,5) on-time #0 1 final")
                .source(0, 30, 18, "k", 2)
                .expect("late @1 t=18 W=30")
                .source(0, 36, 24, "k", 4)
                .expect("k [20,25) late #0 4 final")
                .expectNoState());
  }

  /** W7, R2: a record that is rejected ends the silence of its source, but moves nothing. */
  @Test
  void shouldHoldWatermarkWhenIdleSourceSendsRecordThatIsRejected() {
    Script.run(
        OTHERS,
        script ->
            script
                .source(0, 3, 3, "k", 1)
                .source(1, 1, 1, "k", 1)
                .marker(1, 1, true, 10)
                .expectWatermark(3)
                .source(1, 50, 50, "k", Sum.POISON)
                .expect("rejected @3 function_failed")
                .source(0, 60, 60, "k", 1)
                .expectWatermark(3)
                .marker(1, 50, false, 0)
                .expect("k [0,5) on-time #0 2 final")
                .expectWatermark(50));
  }

  /** R3, R5: a source of a topic that is added later holds W back from its first marker on. */
  @Test
  void shouldHoldWatermarkWhenASourceJoins() {
    Script.run(
        OTHERS,
        script -> {
          script.task().expectSources(1);
          script
              .source(0, 7, 7, "k", 1)
              .expectWatermark(7)
              .marker(4, PartitionTask.NO_WATERMARK, false, 0)
              .source(0, 30, 30, "k", 2)
              .expectWatermark(7)
              .source(4, 12, 9, "k", 4)
              .expect("k [5,10) on-time #0 5 final")
              .expectWatermark(12);
        });
  }

  /** R5: one whose topic is the function's no more holds nothing back, under any idle policy. */
  @Test
  void shouldGoOnWithoutSourceWhenItHasLeft() {
    for (IdlePolicy policy : IdlePolicy.values()) {
      Script.run(
          Settings.tumbling(5).rekeyed().idle(10, policy),
          script -> {
            script.task().expectSources(3);
            script
                .source(0, 12, 12, "k", 1)
                .source(1, 3, 3, "k", 2)
                .marker(2, PartitionTask.NO_WATERMARK, false, 0)
                .expectWatermark(PartitionTask.NO_WATERMARK)
                .markers(SourceMarker.left(1), SourceMarker.left(2))
                .expect("k [0,5) on-time #0 2 final")
                .expectWatermark(12)
                .markers(SourceMarker.left(0))
                .expectWatermark(12)
                // Its topic comes back: it joins as a new one would, behind W (R3).
                .source(1, 4, 13, "k", 4)
                .expectWatermark(12)
                .source(1, 20, 20, "k", 8)
                .expect("k [10,15) on-time #0 5 final")
                .expectWatermark(20);
          });
    }
  }

  @Test
  void shouldRefuseWhenSourcesAreExpectedAfterRecords() {
    Script.run(
        OTHERS,
        Script.Way.PLAIN,
        script -> {
          script.source(0, 1, 1, "k", 1);
          assertThatThrownBy(() -> script.task().expectSources(2))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("joins with its first marker");
        });
  }
}
