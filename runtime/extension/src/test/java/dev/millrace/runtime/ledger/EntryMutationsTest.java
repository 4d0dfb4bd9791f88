package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.mutations.Mutations;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged entries of the ledger are refused, or read as what they say. */
@Timeout(60)
class EntryMutationsTest {
  private static final int ROUNDS = 20_000;
  private static final PartitionRef REF = PartitionRef.windows(3);

  private static final List<String> PARTITIONS =
      List.of(
          """
          epoch=7
          owner=pod-1
          leaseUntil=1700000000000
          committed=4711
          watermark=-9223372036854775808
          nextTimer=9223372036854775807
          rate=1234.5
          busy=0.25
          state=live
          checkpoint=7-12
          checkpointOffset=4000
          checkpointed=1700000000000
          answered=1699999990000""",
          """
          epoch=1
          next=pod-2
          nextUntil=5""");

  /** Fields line by line. */
  private static Map<String, String> hash(String text) {
    Map<String, String> hash = new LinkedHashMap<>();
    for (String line : text.split("\\n", -1)) {
      int equals = line.indexOf('=');
      if (equals >= 0) {
        hash.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return hash;
  }

  @Test // L2
  void shouldRefuseOrReadWhatIsWrittenWhenAPartitionIsDamaged() {
    AtomicInteger refused = new AtomicInteger();
    Mutations.text(
        PARTITIONS,
        ROUNDS,
        mutant -> {
          Map<String, String> hash = hash(mutant);
          PartitionEntry read;
          try {
            read = EntryFormat.partition(REF, hash, List.of());
          } catch (LedgerException e) {
            refused.incrementAndGet();
            assertThat(e).hasMessageContaining("Expected a readable field in the ledger");
            return;
          }
          assertSame(hash, "epoch", read.epoch(), 0);
          assertSame(hash, "leaseUntil", read.leaseUntilMs(), 0);
          assertSame(hash, "committed", read.committed(), Progress.NO_OFFSET);
          assertSame(hash, "watermark", read.watermarkMs(), Progress.NO_WATERMARK);
          assertSame(hash, "nextTimer", read.nextTimerMs(), Progress.NO_TIMER);
          assertSame(hash, "checkpointOffset", read.checkpointOffset(), Progress.NO_OFFSET);
          assertSame(hash, "checkpointed", read.checkpointedMs(), Stillness.UNKNOWN);
          assertSame(hash, "answered", read.answeredMs(), Stillness.UNKNOWN);
          assertThat(read.rate()).isNotNegative().isFinite();
          assertThat(read.busy()).isNotNegative().isFinite();
          assertThat(read.owner()).isEqualTo(hash.get("owner"));
        });
    assertThat(refused.get()).isBetween(ROUNDS / 5, ROUNDS - 1);
  }

  /** What is there comes back as it is written; what is absent is none, never zero. */
  private static void assertSame(Map<String, String> hash, String field, long read, long absent) {
    assertThat(Long.toString(read))
        .as(field)
        .isEqualTo(hash.getOrDefault(field, Long.toString(absent)));
  }

  @Test // A1
  void shouldRefuseOrReadWhatIsWrittenWhenAnAssignmentIsDamaged() {
    AtomicInteger refused = new AtomicInteger();
    Mutations.text(
        List.of("s:0=pod-a p:0=pod-a p:1=pod-b", "p:0=x", ""),
        ROUNDS,
        mutant -> {
          try {
            assertThat(Assignment.parse(5, mutant).text()).isEqualTo(mutant);
          } catch (IllegalArgumentException e) {
            refused.incrementAndGet();
          }
        });
    assertThat(refused.get()).isBetween(ROUNDS / 5, ROUNDS - 1);
  }
}
