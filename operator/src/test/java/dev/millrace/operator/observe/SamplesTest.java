package dev.millrace.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.operator.Specs;
import dev.millrace.operator.crd.StreamFunctionSpec;
import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Ownership;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Topic;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A4 for functions of one topic and of several (R5). */
class SamplesTest {
  private static final Topic ORDERS = new Topic("orders", "id-o", 2);
  private static final Topic RETURNS = new Topic("returns", "id-r", 1);

  private static StreamFunctionSpec spec(String... topics) {
    StreamFunctionSpec spec = Specs.plain("f", "", "").getSpec();
    return topics.length == 0
        ? spec
        : Specs.of(
                Specs.yaml("f", "kafka:9092", "x", "redis://redis:6379")
                    .replace("topic: x", "topics: [" + String.join(", ", topics) + "]"))
            .getSpec();
  }

  private static TopicLog log(String id, long... ends) {
    Map<Integer, LogBounds> bounds = new TreeMap<>();
    for (int p = 0; p < ends.length; p++) {
      bounds.put(p, new LogBounds(0, ends[p], ends[p]));
    }
    return new TopicLog(id, ends.length, bounds);
  }

  private static PartitionEntry at(PartitionRef ref, long committed) {
    return new PartitionEntry(
        ref,
        Ownership.NONE,
        new Progress(committed, 0, Progress.NO_TIMER, 0, 0, "live", List.of()),
        null,
        Progress.NO_OFFSET);
  }

  private static LedgerView ledger(Sources sources, int rekey, PartitionEntry... entries) {
    return new LedgerView(
        0, FunctionEntry.first(sources, rekey, "schema"), new TreeSet<>(), List.of(entries));
  }

  private static Map<String, Long> lags(
      StreamFunctionSpec spec,
      LedgerView ledger,
      Map<String, TopicLog> inputs,
      @Nullable TopicLog rekey) {
    Map<String, Long> lags = new TreeMap<>();
    for (PartitionSample sample :
        Samples.of(
            spec, new Observation(Look.first(0), ledger, 0, null, inputs, rekey, List.of()))) {
      lags.put(sample.partition(), sample.lag().isKnown() ? sample.lag().lag() : -1);
    }
    return lags;
  }

  /** Partition 0 of two topics: each source has the log of its own topic. */
  @Test
  void shouldTakeTheLagOfEachSourceFromItsOwnTopicWhenThereAreSeveral() {
    LedgerView ledger =
        ledger(
            Sources.of(List.of(ORDERS, RETURNS)),
            1,
            at(PartitionRef.source(0), 10),
            at(PartitionRef.source(1), 10),
            at(PartitionRef.source(2), 10),
            at(PartitionRef.windows(0), 5));
    Map<String, TopicLog> inputs =
        Map.of("orders", log("id-o", 11, 12), "returns", log("id-r", 110));
    assertThat(lags(spec("orders", "returns"), ledger, inputs, log("id-k", 9)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("s:0", 1L, "s:1", 2L, "s:2", 100L, "p:0", 4L));
  }

  /** A topic that joins wakes a sleeper: pods have not heard of it, so the ledger has not. */
  @Test
  void shouldCountWhatWaitsInATopicWhenItHasJoinedAndNoPodKnows() {
    LedgerView ledger =
        ledger(
            Sources.of(List.of(ORDERS)),
            1,
            at(PartitionRef.source(0), 11),
            at(PartitionRef.source(1), 12),
            at(PartitionRef.windows(0), 9));
    Map<String, TopicLog> inputs = Map.of("orders", log("id-o", 11, 12), "returns", log("id-r", 7));
    assertThat(lags(spec("orders", "returns"), ledger, inputs, log("id-k", 9)))
        .containsEntry("s:2", 7L);
  }

  /** What was not read of a topic that was removed is not read any more. */
  @Test
  void shouldWaitForNothingWhenATopicIsLeaving() {
    Sources leaving = Sources.of(List.of(ORDERS, RETURNS)).follow(List.of(ORDERS));
    LedgerView ledger =
        ledger(
            leaving,
            1,
            at(PartitionRef.source(0), 11),
            at(PartitionRef.source(1), 12),
            at(PartitionRef.source(2), 3),
            at(PartitionRef.windows(0), 9));
    assertThat(lags(spec("orders"), ledger, Map.of("orders", log("id-o", 11, 12)), log("id-k", 9)))
        .containsEntry("s:2", 0L);
  }

  /** F3, A6: it has no checkpoint and needs none, so that it may sleep. */
  @Test
  void shouldBeSettledWhenAFunctionWithoutWindowsKeepsNothing() {
    assertThat(standing(List.of("9s"))).isEqualTo(PartitionSample.Standing.SETTLED);
    assertThat(standing(List.of("4s"))).isEqualTo(PartitionSample.Standing.OPEN);
  }

  private static PartitionSample.Standing standing(List<String> decisions) {
    PartitionEntry entry =
        new PartitionEntry(
            PartitionRef.windows(0),
            Ownership.NONE,
            new Progress(9, Progress.NO_WATERMARK, Progress.NO_TIMER, 0, 0, "live", decisions),
            null,
            Progress.NO_OFFSET);
    LedgerView ledger = ledger(Sources.of(List.of(new Topic("x", "id", 1))), 0, entry);
    Map<String, TopicLog> inputs = Map.of("x", log("id", 9));
    return Samples.of(
            spec(), new Observation(Look.first(0), ledger, 0, null, inputs, null, List.of()))
        .get(0)
        .standing();
  }

  @Test
  void shouldHoldTheLagForUnknownWhenATopicDoesNotAnswer() {
    LedgerView ledger =
        ledger(
            Sources.of(List.of(new Topic("flights", "id", 1))), 0, at(PartitionRef.windows(0), 1));
    assertThat(lags(spec(), ledger, Map.of(), null)).containsEntry("p:0", -1L);
  }
}
