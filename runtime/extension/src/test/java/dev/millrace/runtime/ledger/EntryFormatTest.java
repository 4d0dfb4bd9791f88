package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries as they lie in Redis: what is written here must stay readable. */
class EntryFormatTest {
  private static final PartitionRef P3 = PartitionRef.windows(3);

  @Test
  void shouldReadAPartitionsEntryOfVersionOne() {
    Map<String, String> hash =
        Map.ofEntries(
            Map.entry("epoch", "7"),
            Map.entry("owner", "pod-a"),
            Map.entry("leaseUntil", "1700000000123"),
            Map.entry("next", "pod-b"),
            Map.entry("nextUntil", "1700000000456"),
            Map.entry("committed", "9007199254740993"),
            Map.entry("watermark", "-1"),
            Map.entry("nextTimer", "1700000060000"),
            Map.entry("rate", "12.5"),
            Map.entry("busy", "0.25"),
            Map.entry("state", "live"),
            Map.entry("checkpoint", "7-12.json"),
            Map.entry("checkpointOffset", "41"));

    PartitionEntry entry = EntryFormat.partition(P3, hash, List.of("42 a"));

    assertThat(entry)
        .isEqualTo(
            new PartitionEntry(
                P3,
                new Ownership(7, "pod-a", 1_700_000_000_123L, "pod-b", 1_700_000_000_456L),
                new Progress(
                    9_007_199_254_740_993L,
                    -1,
                    1_700_000_060_000L,
                    12.5,
                    0.25,
                    "live",
                    List.of("42 a")),
                "7-12.json",
                41));
  }

  @Test
  void shouldTakeAbsenceForAbsenceAndNotForZero() {
    PartitionEntry entry = EntryFormat.partition(P3, Map.of("epoch", "7"), List.of());

    assertThat(entry.committed()).isEqualTo(Progress.NO_OFFSET);
    assertThat(entry.watermarkMs()).isEqualTo(Progress.NO_WATERMARK);
    assertThat(entry.nextTimerMs()).isEqualTo(Progress.NO_TIMER);
    assertThat(entry.checkpointOffset()).isEqualTo(Progress.NO_OFFSET);
    assertThat(entry.owner()).isNull();
    assertThat(EntryFormat.partition(P3, Map.of(), List.of())).isEqualTo(PartitionEntry.absent(P3));
  }

  @Test
  void shouldReadAFunctionsEntryOfVersionOne() {
    Map<String, String> hash = functionHash();

    FunctionEntry entry = EntryFormat.function(hash);

    assertThat(entry)
        .isEqualTo(
            new FunctionEntry(
                Sources.of(List.of(new Sources.Topic("flights", "Ek3x", 4))),
                2,
                "Totals{n:long}",
                "1.2",
                null,
                5,
                new Assignment(
                    9, Map.of(PartitionRef.source(0), "pod-a", PartitionRef.windows(1), "pod-b"))));
  }

  @Test
  void shouldWriteAFunctionsFieldsAsTheyAreRead() {
    Map<String, String> hash = functionHash();
    FunctionEntry entry = EntryFormat.function(hash);

    assertThat(entry).isNotNull();
    Map<String, String> written = new LinkedHashMap<>(EntryFormat.fields(entry));
    written.put("revision", "5");
    written.put("generation", "9");
    written.put("assignment", entry.assignment().text());

    assertThat(written).isEqualTo(hash);
  }

  /** R5: of a union, and of a topic that has left, more than the three fields can say. */
  @Test
  void shouldWriteTheSourcesOfAUnionAsTheyAreRead() {
    Map<String, String> hash = functionHash();
    hash.put("partitions", "7");
    hash.put("sources", "flights@Ek3x:0-3 bookings@Ab9y:0-1/left flights@Ek3x:4-4");
    FunctionEntry entry = EntryFormat.function(hash);

    assertThat(entry).isNotNull();
    assertThat(EntryFormat.fields(entry))
        .containsEntry("sources", hash.get("sources"))
        .containsEntry("partitions", "7");
    assertThat(entry.partitionRefs())
        .extracting(PartitionRef::toString)
        .containsExactly("s:0", "s:1", "s:2", "s:3", "s:6", "p:0", "p:1");
  }

  @Test
  void shouldTakeAnAssignmentAloneForNoEntry() {
    assertThat(EntryFormat.function(Map.of("generation", "1", "assignment", "p:0=a"))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "partitions, 4x",
    "revision, ''",
    "sources, flights",
    "sources, flights@Ek3x:0-x",
    "assignment, p:0",
    "assignment, q:0=pod-a",
    "assignment, p:0=pod a",
  })
  void shouldNameTheFieldThatCannotBeRead(String field, String text) {
    Map<String, String> hash = functionHash();
    hash.put(field, text);

    assertThatThrownBy(() -> EntryFormat.function(hash))
        .isInstanceOf(LedgerException.class)
        .hasMessageContainingAll("entry=meta", "field=" + field);
  }

  @Test
  void shouldNameTheFieldThatIsMissing() {
    Map<String, String> hash = functionHash();
    hash.remove("topicId");

    assertThatThrownBy(() -> EntryFormat.function(hash))
        .isInstanceOf(LedgerException.class)
        .hasMessageContainingAll("field=topicId", "text=nothing");
  }

  @Test
  void shouldNameItsKeysInOneClusterSlotPerFunction() {
    LedgerKeys keys = new LedgerKeys("shop", "carrier-hours");

    assertThat(
            List.of(
                keys.meta(),
                keys.members(),
                keys.partition(P3),
                keys.decisions(P3),
                keys.partition(PartitionRef.source(0))))
        .containsExactly(
            "millrace:{shop/carrier-hours}:meta",
            "millrace:{shop/carrier-hours}:members",
            "millrace:{shop/carrier-hours}:p:3",
            "millrace:{shop/carrier-hours}:p:3:decisions",
            "millrace:{shop/carrier-hours}:s:0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a}b", "a{b", "a/b", "a b", "-a", "ä"})
  void shouldRefuseNamesThatWouldBreakAKey(String name) {
    assertThatThrownBy(() -> new LedgerKeys("shop", name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name=" + name);
  }

  @Test
  void shouldListTheStagesOfARekeyedFunctionAndOfAPlainOne() {
    assertThat(FunctionEntry.first("t", "id", 2, 1, "S{}").partitionRefs())
        .extracting(PartitionRef::toString)
        .containsExactly("s:0", "s:1", "p:0");
    assertThat(FunctionEntry.first("t", "id", 2, 0, "S{}").partitionRefs())
        .extracting(PartitionRef::toString)
        .containsExactly("p:0", "p:1");
  }

  private static Map<String, String> functionHash() {
    Map<String, String> hash = new LinkedHashMap<>();
    hash.put("topic", "flights");
    hash.put("topicId", "Ek3x");
    hash.put("partitions", "4");
    hash.put("rekeyPartitions", "2");
    hash.put("schema", "Totals{n:long}");
    hash.put("version", "1.2");
    hash.put("revision", "5");
    hash.put("generation", "9");
    hash.put("assignment", "s:0=pod-a p:1=pod-b");
    return hash;
  }
}
