package dev.millrace.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.checkpoint.CheckpointTrigger.Since;
import dev.millrace.runtime.position.OffsetNote;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a checkpoint is due (C5). */
class CheckpointTriggerTest {
  private static final CheckpointTrigger TRIGGER =
      new CheckpointTrigger(Duration.ofSeconds(30), Duration.ofSeconds(5));

  @ParameterizedTest
  @CsvSource({
    // elapsed ms, records, behind, records/s, decision chars, progress, due
    "29999,      10,      0,   10000,    0, true,  false",
    "30000,      10,      0,   10000,    0, true,  true",
    "30000,       0,      0,   10000,    0, false, false",
    " 2000,   50000,      0,   10000,    0, true,  false",
    " 2000,   50001,      0,   10000,    0, true,  true",
    "  999, 1000000,      0,   10000,    0, true,  false", // not more than once a second for speed
    " 2000,    5001,      0,       0,    0, true,  true", // a rate not known yet is taken as slow
    " 9000,   90000,  90000,   10000,    0, true,  false", // as much is left to read
    " 9000,   90000,  89999,   10000,    0, true,  true",
    " 2000,   20000,  10000,   10000,    0, true,  false", // near the end, but quickly replayed
    "30000,  300000, 900000,   10000,    0, true,  true", // the interval holds however far behind
    "    0,       0,      0,   10000, 1200, false, false",
    "    0,       0,      0,   10000, 1201, false, true",
    "    0,       0, 900000,   10000, 1201, false, true",
  })
  void shouldBeDueAtTheIntervalOrWhenReplayWouldTakeTooLong(
      long elapsedMs,
      long records,
      long behind,
      double rate,
      int chars,
      boolean progress,
      boolean due) {
    assertThat(TRIGGER.isDue(new Since(elapsedMs, records, behind, rate, chars, progress)))
        .isEqualTo(due);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "99"})
  void shouldStopIntakeBeforeDecisionsOutgrowTheMetadata(int below) {
    assertThat(CheckpointTrigger.isFull(OffsetNote.MAX_DECISION_CHARS - below)).isTrue();
    assertThat(CheckpointTrigger.isFull(OffsetNote.MAX_DECISION_CHARS - 100)).isFalse();
  }
}
