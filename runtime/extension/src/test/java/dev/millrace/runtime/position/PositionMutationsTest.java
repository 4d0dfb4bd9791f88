package dev.millrace.runtime.position;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.Decision;
import dev.millrace.mutations.Mutations;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged texts beside offsets, in manifests and in the ledger are refused, never guessed at. */
@Timeout(60)
class PositionMutationsTest {
  private static final int ROUNDS = 20_000;
  private static final List<String> DECISIONS =
      List.of("120w1700000000000", "130rfuture_ts", "131rfuture_ts*50", "181rfunction_failed");
  private static final List<String> NOTES =
      List.of(
          "millrace1;w=-9223372036854775808;s=0",
          "millrace1;w=1700000000000;b=4711;d=120w1700000000000,131rfuture_ts*50",
          "millrace1;w=5;b=10;d=12w5;c=20,10,a2V5",
          "millrace1;w=5;b=10;c=9223372036854775807,-9223372036854775808,");

  @Test // X2
  void shouldRefuseOrReadWhatIsWrittenWhenANoteIsDamaged() {
    AtomicInteger refused = new AtomicInteger();
    Mutations.text(
        NOTES,
        ROUNDS,
        mutant -> {
          try {
            OffsetNote note = OffsetNote.parse(mutant);
            if (mutant.startsWith("millrace1;")) {
              assertThat(Objects.requireNonNull(note).text()).isEqualTo(mutant);
            } else {
              assertThat(note).isNull();
            }
          } catch (IllegalArgumentException e) {
            refused.incrementAndGet();
            assertThat(e).hasMessageContaining("Expected a note of this version");
          }
        });
    assertThat(refused.get()).isBetween(ROUNDS / 4, ROUNDS - 1);
  }

  @Test // X2
  void shouldRefuseOrReadWhatIsWrittenWhenADecisionIsDamaged() {
    AtomicInteger refused = new AtomicInteger();
    Mutations.text(
        DECISIONS,
        ROUNDS,
        mutant -> {
          try {
            DecisionLog log = DecisionLog.parse(List.of(mutant));
            assertThat(log.texts()).containsExactly(mutant);
            // Whatever the range says, no more than what is replayed.
            assertThat(log.decisions(100, 250)).hasSizeLessThan(152);
            assertThat(log.decisions(100, 250))
                .extracting(Decision::offset)
                .allMatch(offset -> offset >= 100 && offset <= 250);
          } catch (IllegalArgumentException e) {
            refused.incrementAndGet();
            assertThat(e).hasMessageContaining("Expected a decision");
          }
        });
    assertThat(refused.get()).isBetween(ROUNDS / 4, ROUNDS - 1);
  }
}
