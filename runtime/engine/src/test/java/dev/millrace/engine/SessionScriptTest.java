package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.functions.spec.AccumulationMode;
import org.junit.jupiter.api.Test;

/** Rule W6. */
class SessionScriptTest {

  /** Out-of-order records join three sessions into one. */
  @Test
  void shouldMergeSessionsWhenRecordTouchesBoth() {
    Script.run(
        Settings.session(10).outOfOrderness(50),
        script ->
            script
                .event(0, "k", 1)
                .event(1, "j", 100)
                .event(15, "k", 2)
                .event(30, "k", 4)
                .expectOpen(4)
                .event(9, "k", 8)
                .expectOpen(3)
                .event(24, "k", 16)
                .expectOpen(2)
                .event(200, "z", 1)
                .expect("j [1,11) on-time #0 100 final", "k [0,40) on-time #0 31 final")
                .expectOpen(1));
  }

  /** Touching is within: a record at the very end joins, whenever the watermark gets there. */
  @Test
  void shouldWaitForTouchingRecordWhenWatermarkIsAtEnd() {
    Script.run(
        Settings.session(10),
        script ->
            script
                .event(0, "k", 1)
                .expectTimer(11)
                .event(10, "x", 1)
                .expect()
                .event(10, "k", 2)
                .expect()
                .event(20, "x", 1)
                .expect()
                .event(21, "y", 1)
                .expect("k [0,20) on-time #0 3 final")
                .event(30, "y", 0)
                .expect()
                .advance(31)
                .expect("x [10,30) on-time #0 2 final"));
  }

  /** W3, W6: with the watermark behind by the gap it is another session. */
  @Test
  void shouldStartAnotherSessionWhenMoreThanGapApart() {
    Script.run(
        Settings.session(10),
        script ->
            script
                .event(0, "k", 1)
                .event(11, "k", 2)
                .expect("k [0,10) on-time #0 1 final")
                .advance(22)
                .expect("k [11,21) on-time #0 2 final")
                .expectNoState());
  }

  /** A closed session is not reopened; a record that lives alone counts. */
  @Test
  void shouldNotReopenSessionWhenItIsClosed() {
    Script.run(
        Settings.session(10),
        script ->
            script
                .event(0, "k", 1)
                .event(11, "x", 1)
                .expect("k [0,10) on-time #0 1 final")
                .event(0, "k", 2)
                .expect("late @2 t=0 W=11")
                .event(1, "k", 4)
                .expect()
                .advance(12)
                .expect("k [1,11) on-time #0 4 final"));
  }

  /** A late record inside the session's bounds revises it. */
  @Test
  void shouldFireLatePaneWhenRecordIsInsideFiredSession() {
    Script.run(
        Settings.session(10).lateness(20),
        script ->
            script
                .event(0, "k", 1)
                .event(5, "k", 2)
                .advance(16)
                .expect("k [0,15) on-time #0 3")
                .event(3, "k", 4)
                .expect("k [0,15) late #1 7")
                .expectOpen(0)
                .advance(36)
                .expect()
                .expectNoState());
  }

  /** A fired session that grows is another window: the old one is taken back. */
  @Test
  void shouldRetractFiredSessionWhenItGrows() {
    Script.run(
        Settings.session(10).lateness(20),
        script ->
            script
                .event(0, "k", 1)
                .advance(11)
                .expect("k [0,10) on-time #0 1")
                // [0,19) is not complete at W = 11
                .event(9, "k", 2)
                .expect("k [0,10) retraction #1 1")
                .expectOpen(1)
                .expectTimer(20)
                .advance(20)
                .expect("k [0,19) on-time #0 3")
                // [-5,19) is complete: late
                .event(-5, "k", 4)
                .expect("k [0,19) retraction #1 3", "k [-5,19) late #0 7")
                .advance(100)
                .expect()
                .expectNoState());
  }

  /** Several fired sessions joined by one record are all taken back, by their ends. */
  @Test
  void shouldRetractAllWhenLateRecordJoinsFiredSessions() {
    Script.run(
        Settings.session(10).lateness(100),
        script ->
            script
                .event(0, "k", 1)
                .event(15, "k", 2)
                .expect("k [0,10) on-time #0 1")
                .advance(40)
                .expect("k [15,25) on-time #0 2")
                .event(8, "k", 4)
                .expect(
                    "k [0,10) retraction #1 1", "k [15,25) retraction #1 2", "k [0,25) late #0 7")
                .expectOpen(0)
                .advance(126)
                .expect()
                .expectNoState());
  }

  /** A fired session joined with one that has not fired waits with it. */
  @Test
  void shouldFireAgainWhenFiredSessionIsJoinedWithOpenOne() {
    Script.run(
        Settings.session(10).lateness(100),
        script ->
            script
                .event(0, "k", 1)
                .event(15, "k", 2)
                .expect("k [0,10) on-time #0 1")
                .event(7, "k", 4)
                .expect("k [0,10) retraction #1 1")
                .expectOpen(1)
                .advance(26)
                .expect("k [0,25) on-time #0 7"));
  }

  /** A late record on its own is a session of its own. */
  @Test
  void shouldFireLatePaneWhenLateRecordTouchesNothing() {
    Script.run(
        Settings.session(10).lateness(50),
        script ->
            script
                .event(100, "x", 1)
                .event(60, "k", 2)
                .expect("k [60,70) late #0 2")
                .event(39, "k", 4)
                .expect("late @2 t=39 W=100"));
  }

  /** W9: with retracting accumulation each revision takes back the one before. */
  @Test
  void shouldRetractOnceWhenRetractingSessionIsRevised() {
    Script.run(
        Settings.session(10).lateness(50).accumulation(AccumulationMode.RETRACTING),
        script ->
            script
                .event(0, "k", 1)
                .advance(20)
                .expect("k [0,10) on-time #0 1")
                .event(0, "k", 2)
                .expect("k [0,10) retraction #1 1", "k [0,10) late #2 3")
                .event(5, "k", 4)
                .expect("k [0,10) retraction #3 3", "k [0,15) late #0 7"));
  }

  /** W6, W9: an early pane of a session that grows is taken back in every accumulation. */
  @Test
  void shouldRetractEarlyPaneWhenSessionGrows() {
    Script.run(
        Settings.session(10).earlyEvery(2),
        script ->
            script
                .event(0, "k", 1)
                .event(1, "k", 2)
                .expect("k [0,11) early #0 3")
                .event(2, "k", 4)
                .expect("k [0,11) retraction #1 3")
                .event(3, "k", 8)
                .expect("k [0,13) early #0 15")
                .advance(20)
                .expect("k [0,13) on-time #1 15 final")
                .expectNoState());
  }

  /** W9: one pane when the lateness is over; records merge until then. */
  @Test
  void shouldFireOnceWhenOnClose() {
    Script.run(
        Settings.session(10).lateness(20).onClose(),
        script ->
            script
                .event(0, "k", 1)
                .advance(25)
                .expect()
                .event(5, "k", 2)
                .expect()
                .expectTimer(36)
                .advance(36)
                .expect("k [0,15) on-time #0 3 final")
                .expectNoState());
  }

  /** W9: the close of a session is announced. */
  @Test
  void shouldRepeatLastPaneWhenCloseIsAnnounced() {
    Script.run(
        Settings.session(10).lateness(20).announceClose(),
        script ->
            script
                .event(0, "b", 1)
                .event(0, "a", 2)
                .advance(11)
                .expect("a [0,10) on-time #0 2", "b [0,10) on-time #0 1")
                .event(0, "b", 4)
                .expect("b [0,10) late #1 5")
                .expectTimer(31)
                .advance(31)
                .expect("a [0,10) on-time #1 2 final", "b [0,10) late #2 5 final")
                .expectNoState());
  }

  /** W1: sessions at both ends of long. */
  @Test
  void shouldMergeWhenTimesAreExtreme() {
    Script.run(
        Settings.session(10).outOfOrderness(Long.MAX_VALUE),
        script ->
            script
                .event(Long.MIN_VALUE + 15, "k", 1)
                .event(Long.MIN_VALUE + 5, "k", 2)
                .expectOpen(1)
                .event(Long.MAX_VALUE - 15, "k", 4)
                .expect(
                    "k ["
                        + (Long.MIN_VALUE + 5)
                        + ","
                        + (Long.MIN_VALUE + 25)
                        + ") on-time #0 3 final")
                .event(Long.MAX_VALUE - 5, "k", 8)
                .expectOpen(1)
                .expectTimer(PartitionTask.NO_TIMER));
  }

  @Test
  void shouldRefuseWhenSettingsContradict() {
    Settings discarding =
        Settings.session(10).lateness(5).accumulation(AccumulationMode.DISCARDING);
    assertThatThrownBy(() -> Script.run(discarding, script -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use accumulating");
  }
}
