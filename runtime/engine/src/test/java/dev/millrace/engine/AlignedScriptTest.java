package dev.millrace.engine;

import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.WindowSpec;
import org.junit.jupiter.api.Test;

/** Rules W2–W5 and W9 for windows that depend on time alone. */
class AlignedScriptTest {

  /** W3, W4: complete at W ≥ end, on arrival of the record that moves W, and purged. */
  @Test
  void shouldFireOnceWhenWatermarkReachesEnd() {
    Script.run(
        Settings.tumbling(10),
        script ->
            script
                .event(3, "k", 1)
                .event(9, "k", 2)
                .expect()
                .expectOpen(1)
                .expectTimer(10)
                .event(10, "j", 4)
                .expect("k [0,10) on-time #0 3 final")
                .expectOpen(1)
                .expectTimer(20)
                .advance(20)
                .expect("j [10,20) on-time #0 4 final")
                .expectTimer(PartitionTask.NO_TIMER)
                .expectNoState());
  }

  /** W2: the bound on disorder holds the watermark back. */
  @Test
  void shouldWaitForOutOfOrdernessWhenRecordsAreOutOfOrder() {
    Script.run(
        Settings.tumbling(10).outOfOrderness(5),
        script ->
            script
                .event(14, "k", 1)
                .expectWatermark(9)
                .event(2, "k", 2)
                .expectWatermark(9)
                .event(15, "k", 4)
                .expect("k [0,10) on-time #0 2 final"));
  }

  /** W3: late within the allowed lateness, too late behind it. */
  @Test
  void shouldFireLatePanesUntilAllowedLatenessIsOver() {
    Script.run(
        Settings.tumbling(10).lateness(10),
        script ->
            script
                .event(1, "k", 10)
                .event(12, "x", 1)
                .expect("k [0,10) on-time #0 10")
                .event(3, "k", 7)
                .expect("k [0,10) late #1 17")
                .event(4, "new", 5)
                .expect("new [0,10) late #0 5")
                .expectOpen(1)
                .event(20, "x", 1)
                .expect("x [10,20) on-time #0 1")
                .event(5, "k", 99)
                .expect("late @5 t=5 W=20"));
  }

  /** W3: final on time when the watermark jumps over end and lateness. */
  @Test
  void shouldMarkOnTimePaneFinalWhenWatermarkJumpsOverLateness() {
    Script.run(
        Settings.tumbling(10).lateness(10),
        script ->
            script
                .event(1, "k", 1)
                .event(40, "x", 2)
                .expect("k [0,10) on-time #0 1 final")
                .expectEntries(1));
  }

  /** W4: (end, start, key bytes unsigned). */
  @Test
  void shouldFireByEndStartKeyWhenSeveralAreDue() {
    Script.run(
        Settings.sliding(10, 4),
        script ->
            script
                .event(8, "b", 1)
                .event(8, "é", 1)
                .event(8, "a", 1)
                .event(9, "", 1)
                .advance(14)
                .expect(
                    " [0,10) on-time #0 1 final",
                    "a [0,10) on-time #0 1 final",
                    "b [0,10) on-time #0 1 final",
                    "é [0,10) on-time #0 1 final",
                    " [4,14) on-time #0 1 final",
                    "a [4,14) on-time #0 1 final",
                    "b [4,14) on-time #0 1 final",
                    "é [4,14) on-time #0 1 final")
                .expectOpen(4)
                .advance(18)
                .expect(
                    " [8,18) on-time #0 1 final",
                    "a [8,18) on-time #0 1 final",
                    "b [8,18) on-time #0 1 final",
                    "é [8,18) on-time #0 1 final")
                .expectNoState());
  }

  /** W3: lateness is a property of record and window. */
  @Test
  void shouldAcceptRecordWhereItsWindowLivesWhenPartlyLate() {
    Script.run(
        Settings.sliding(10, 5),
        script -> {
          script
              .event(7, "k", 1)
              .event(12, "x", 2)
              .expect("k [0,10) on-time #0 1 final")
              .event(8, "k", 4)
              .expect()
              .event(4, "k", 8)
              .expect("late @3 t=4 W=12");
          org.assertj.core.api.Assertions.assertThat(script.task().counters().partlyLate())
              .isEqualTo(1);
          script.advance(15).expect("k [5,15) on-time #0 5 final", "x [5,15) on-time #0 2 final");
          script.advance(20).expect("x [10,20) on-time #0 2 final").expectNoState();
        });
  }

  /** W9: discarding holds what is new. */
  @Test
  void shouldHoldWhatIsNewWhenDiscarding() {
    Script.run(
        Settings.tumbling(10).lateness(10).accumulation(AccumulationMode.DISCARDING),
        script ->
            script
                .event(1, "k", 15)
                .event(12, "x", 1)
                .expect("k [0,10) on-time #0 15")
                .event(3, "k", 7)
                .expect("k [0,10) late #1 7")
                .event(4, "k", -2)
                .expect("k [0,10) late #2 -2"));
  }

  /** W9: the retraction of the last pane first; indexes count on. */
  @Test
  void shouldTakeBackLastPaneFirstWhenRetracting() {
    Script.run(
        Settings.tumbling(10).lateness(10).accumulation(AccumulationMode.RETRACTING),
        script ->
            script
                .event(1, "k", 15)
                .event(12, "x", 1)
                .expect("k [0,10) on-time #0 15")
                .event(3, "k", 7)
                .expect("k [0,10) retraction #1 15", "k [0,10) late #2 22")
                .event(4, "k", -2)
                .expect("k [0,10) retraction #3 22", "k [0,10) late #4 20"));
  }

  /** W9: early panes by count; the on-time pane comes also if nothing is new. */
  @Test
  void shouldFireEarlyWhenEnoughRecordsAreNew() {
    Script.run(
        Settings.tumbling(10).earlyEvery(2),
        script ->
            script
                .event(1, "k", 1)
                .event(2, "k", 2)
                .expect("k [0,10) early #0 3")
                .event(3, "k", 4)
                .event(4, "j", 5)
                .event(5, "k", 8)
                .expect("k [0,10) early #1 15")
                .advance(10)
                .expect("j [0,10) on-time #0 5 final", "k [0,10) on-time #2 15 final")
                .expectNoState());
  }

  /** W9: early panes by the records' own Kafka timestamps. */
  @Test
  void shouldFireEarlyWhenRecordTimestampsMoveOn() {
    Script.run(
        Settings.tumbling(100).emission(EmissionMode.EARLY, 0, 1000, false),
        script ->
            script
                .event(1, "k", 1, 5000)
                .event(2, "k", 2, 5999)
                .event(3, "k", 4, -1)
                .expect()
                .event(4, "k", 8, 6000)
                .expect("k [0,100) early #0 15")
                .event(5, "k", 16, 6999)
                .expect()
                .event(6, "k", 32, 7000)
                .expect("k [0,100) early #1 63"));
  }

  /** W9: one final pane at end + allowedLateness. */
  @Test
  void shouldFireOncePerWindowWhenOnClose() {
    Script.run(
        Settings.tumbling(10).lateness(10).onClose(),
        script ->
            script
                .event(1, "k", 1)
                .event(12, "x", 2)
                .expect()
                .event(2, "k", 4)
                .expect()
                .expectOpen(2)
                .expectTimer(20)
                .event(19, "x", 8)
                .event(20, "x", 16)
                .expect("k [0,10) on-time #0 5 final")
                .event(3, "k", 1)
                .expect("late @5 t=3 W=20")
                .advance(40)
                .expect("x [10,20) on-time #0 10 final", "x [20,30) on-time #0 16 final")
                .expectNoState());
  }

  /** W9: the last pane is repeated, marked final, when the window closes. */
  @Test
  void shouldRepeatLastPaneWhenCloseIsAnnounced() {
    Script.run(
        Settings.tumbling(10).lateness(10).announceClose(),
        script ->
            script
                .event(1, "a", 1)
                .event(2, "b", 2)
                .event(12, "c", 3)
                .expect("a [0,10) on-time #0 1", "b [0,10) on-time #0 2")
                .event(3, "b", 4)
                .expect("b [0,10) late #1 6")
                .expectTimer(20)
                .advance(20)
                .expect(
                    "a [0,10) on-time #1 1 final",
                    "b [0,10) late #2 6 final",
                    "c [10,20) on-time #0 3")
                .expectTimer(30)
                .advance(100)
                .expect("c [10,20) on-time #1 3 final")
                .expectNoState());
  }

  /** W9: a pane that was final is not announced again. */
  @Test
  void shouldNotAnnounceCloseWhenOnTimePaneWasFinal() {
    Script.run(
        Settings.tumbling(10).lateness(10).announceClose(),
        script -> script.event(1, "a", 1).advance(25).expect("a [0,10) on-time #0 1 final"));
  }

  /** W8, W9: a window without a pane has nothing to announce; its close is no timer. */
  @Test
  void shouldHaveNoTimerWhenThereIsNothingToAnnounce() {
    for (Settings layout :
        new Settings[] {Settings.tumbling(10), Settings.sliding(10, 10), Settings.session(9)}) {
      Script.run(
          layout.lateness(10).announceClose(),
          script ->
              script
                  .event(0, "k", Sum.SILENT)
                  .event(1, "k", 0)
                  .advance(11)
                  .expect()
                  .expectTimer(PartitionTask.NO_TIMER)
                  .event(1, "k", 1)
                  .expect("k [0,10) late #0 1000")
                  .expectTimer(layout.window() instanceof WindowSpec.Session ? 21 : 20)
                  .advance(21)
                  .expect("k [0,10) late #1 1000 final")
                  .expectNoState());
    }
  }

  /** W8, W9: the timer goes on to the next window that has something to announce. */
  @Test
  void shouldSkipSilentWindowsWhenLookingForNextClose() {
    Script.run(
        Settings.tumbling(10).lateness(100).announceClose(),
        script ->
            script
                .event(1, "k", 1)
                .event(11, "k", Sum.SILENT)
                .expect("k [0,10) on-time #0 1")
                .event(21, "k", 2)
                .expectTimer(30)
                .advance(30)
                .expect("k [20,30) on-time #0 2")
                .expectTimer(110)
                .advance(110)
                .expect("k [0,10) on-time #1 1 final")
                .expectTimer(130)
                .advance(130)
                .expect("k [20,30) on-time #1 2 final")
                .expectNoState());
  }

  /** W9: announced in retracting and discarding terms. */
  @Test
  void shouldAnnounceInTermsOfAccumulationWhenWindowCloses() {
    Settings settings = Settings.tumbling(10).lateness(10).announceClose();
    Script.run(
        settings.accumulation(AccumulationMode.RETRACTING),
        script ->
            script
                .event(1, "a", 1)
                .advance(10)
                .expect("a [0,10) on-time #0 1")
                .advance(20)
                .expect("a [0,10) retraction #1 1", "a [0,10) on-time #2 1 final"));
    Script.run(
        settings.accumulation(AccumulationMode.DISCARDING),
        script ->
            script
                .event(1, "a", 1)
                .advance(10)
                .expect("a [0,10) on-time #0 1")
                .advance(20)
                .expect("a [0,10) on-time #1 0 final"));
  }

  /** W5, W9: the global window has early panes only, and nothing is late in it. */
  @Test
  void shouldNeverBeLateWhenGlobal() {
    Script.run(
        Settings.of(new WindowSpec.Global()).earlyEvery(3),
        script ->
            script
                .event(1000, "k", 1)
                .event(5000, "k", 1)
                .event(9000, "k", 1)
                .expect("k [-∞,∞) early #0 3")
                .event(2000, "k", 1)
                .event(80000, "k", 1)
                .event(3000, "k", 1)
                .expect("k [-∞,∞) early #1 6")
                .event(4000, "k", 1)
                .expectOpen(1)
                .expectTimer(PartitionTask.NO_TIMER));
  }

  /** W9: no result is no pane; the index stays, and nothing is discarded. */
  @Test
  void shouldEmitNothingWhenThereIsNoResult() {
    Script.run(
        Settings.tumbling(10).lateness(10).accumulation(AccumulationMode.DISCARDING),
        script ->
            script
                .event(1, "k", Sum.SILENT)
                .advance(10)
                .expect()
                .event(2, "k", 1)
                .expect("k [0,10) late #0 1000"));
  }

  /** E1: a pane that cannot be made is reported, and the partition goes on. */
  @Test
  void shouldReportPaneWhenFinishThrows() {
    Script.run(
        Settings.tumbling(10),
        script ->
            script
                .event(1, "a", Sum.BROKEN)
                .event(1, "b", 1)
                .advance(10)
                .expect("failed a [0,10) on-time #0", "b [0,10) on-time #0 1 final"));
  }

  /** W1: negative times, and windows at both ends of long. */
  @Test
  void shouldFireWhenTimesAreNegativeOrExtreme() {
    Script.run(
        Settings.tumbling(5),
        script ->
            script
                .event(Long.MIN_VALUE + 1, "k", 1)
                .event(-3, "k", 2)
                .expect("k [-∞,-9223372036854775805) on-time #0 1 final")
                .event(0, "k", 4)
                .expect("k [-5,0) on-time #0 2 final")
                .event(Long.MAX_VALUE, "k", 8)
                .expect("k [0,5) on-time #0 4 final")
                .expectTimer(PartitionTask.NO_TIMER));
  }
}
