package dev.millrace.runtime.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.Decision;
import dev.millrace.engine.RejectReason;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Decisions beside an offset (X2): compact, and the same after reading. */
class DecisionLogTest {
  private static final List<RejectReason> REASONS = List.of(RejectReason.values());

  private static Decision.Reject reject(long offset) {
    return new Decision.Reject(offset, RejectReason.FUTURE_TIMESTAMP);
  }

  @Test
  void shouldKeepNeighboursAsOneEntryWhenTheyAreRejectedForOneReason() {
    DecisionLog log = new DecisionLog();
    for (long o = 130; o < 180; o++) {
      log.add(reject(o));
    }
    log.add(new Decision.Reject(180, RejectReason.FUNCTION_FAILED));
    log.add(reject(182));
    assertThat(log.texts())
        .containsExactly("130rfuture_ts*50", "180rfunction_failed", "182rfuture_ts");
  }

  @Test
  void shouldReadWhatItWroteWhenDecisionsAreRandom() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      DecisionLog log = new DecisionLog();
      List<Decision> made = new ArrayList<>();
      long offset = random.nextLong(1L << 40);
      for (int i = 0; i < 50; i++) {
        offset += random.nextInt(3);
        RejectReason reason = REASONS.get(random.nextInt(REASONS.size()));
        Decision d =
            random.nextBoolean()
                ? new Decision.Advance(offset, random.nextLong())
                : new Decision.Reject(++offset, reason);
        made.add(d);
        log.add(d);
      }
      assertThat(DecisionLog.parse(log.texts()).decisions()).as("seed %d", seed).isEqualTo(made);
      assertThat(log.textLength())
          .isEqualTo(log.texts().stream().mapToInt(t -> t.length() + 1).sum());
    }
  }

  @Test
  void shouldNotReachAcrossACheckpointWhenItBeganThere() {
    DecisionLog log = new DecisionLog();
    log.add(reject(10));
    log.add(reject(11));
    int mark = log.cut();
    log.add(reject(12));
    assertThat(log.textsBefore(mark)).containsExactly("10rfuture_ts*2");
    log.dropBefore(mark);
    log.add(reject(13));
    assertThat(log.texts()).containsExactly("12rfuture_ts*2");
    assertThat(log.textLength()).isEqualTo("12rfuture_ts*2".length() + 1);
  }

  @Test
  void shouldRefuseTextWhenItIsNoDecision() {
    for (String text :
        List.of(
            "",
            "12",
            "w5",
            "12x5",
            "12wabc",
            "12rno_such_reason",
            "12rnull_key*",
            "012w5",
            "12w+5",
            "12rnull_key*1",
            "12rnull_key*0",
            "12rnull_key*-1",
            "٣w5",
            "9223372036854775807rnull_key*2")) {
      assertThatThrownBy(() -> DecisionLog.parse(List.of(text)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Expected a decision");
    }
  }
}
