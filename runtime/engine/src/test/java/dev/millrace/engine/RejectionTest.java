package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.Sum.Total;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.state.heap.HeapPartitionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules W7, W10 and E1: what happens with records that cannot be processed. */
class RejectionTest {
  @TempDir Path directory;

  /** Each with its reason, and none moves the watermark. */
  @Test
  void shouldRejectWithReasonWhenRecordIsBad() {
    Script.run(
        Settings.tumbling(10),
        script -> {
          script
              .event(1, "k", 1)
              .record("k", null, 99)
              .expect("rejected @1 null_value")
              .record("k", "99:x", 99)
              .expect("rejected @2 undecodable")
              .record(null, "{", 99)
              .expect("rejected @3 undecodable")
              .record(null, "99:1", 99)
              .expect("rejected @4 null_key")
              .record("k", "none:1", 99)
              .expect("rejected @5 invalid_ts")
              .record("k", "99:" + Sum.POISON, 99)
              .expect("rejected @6 function_failed")
              .expectWatermark(1)
              .record("", "2:0", 2)
              .advance(10)
              .expect(" [0,10) on-time #0 0 final", "k [0,10) on-time #0 1 final");
          assertThat(script.task().counters().records()).isEqualTo(8);
          assertThat(script.task().counters().rejected(RejectReason.UNDECODABLE)).isEqualTo(2);
          assertThat(script.task().counters().rejected(RejectReason.FUNCTION_FAILED)).isEqualTo(1);
        });
  }

  /** W7: 0 is an event time, −1 is none; the Kafka timestamp counts only where it is asked for. */
  @Test
  void shouldUseRecordTimestampWhenAskedFor() {
    Script.run(
        Settings.tumbling(10).recordTimestamps(),
        script ->
            script
                .record("k", "500:1", 0)
                .record("k", "500:2", -1)
                .expect("rejected @1 invalid_ts")
                .record("k", "none:4", 9)
                .advance(10)
                .expect("k [0,10) on-time #0 5 final"));
  }

  /** W7: judged by the clock when read live; that is a decision, and a replay repeats it. */
  @Test
  void shouldDecideOnceWhenRecordIsTooFarAhead() {
    Settings settings = Settings.tumbling(10).maxAhead(60);
    Outputs live = new Outputs();
    PartitionTask<Event, Total, Long> task = task(settings, live);
    task.process(record(0, "140:1"), 80);
    task.process(record(1, "141:2"), 80);
    assertThat(live.take()).containsExactly("rejected @1 future_ts");
    assertThat(task.watermarkMs()).isEqualTo(140);
    Decision.Reject decision = new Decision.Reject(1, RejectReason.FUTURE_TIMESTAMP);
    assertThat(task.takeDecisions()).containsExactly(decision);
    assertThat(task.takeDecisions()).isEmpty();

    Outputs replayed = new Outputs();
    PartitionTask<Event, Total, Long> again = task(settings, replayed);
    again.rejectNext(decision);
    again.replay(record(0, "140:1"));
    again.replay(record(1, "141:2"));
    assertThat(replayed.take()).containsExactly("rejected @1 future_ts");
    assertThat(again.watermarkMs()).isEqualTo(140);
    assertThat(again.takeDecisions()).isEmpty();
    assertThat(again.meta()).isEqualTo(task.meta());
  }

  /** W10: an overflow is an error of that record, not a wrap. */
  @Test
  void shouldRejectRecordWhenSumOverflows() {
    Script.run(
        Settings.tumbling(10),
        script ->
            script
                .event(1, "k", Long.MAX_VALUE)
                .event(2, "k", 1)
                .expect("rejected @1 function_failed")
                .event(3, "k", -1)
                .advance(10)
                .expect("k [0,10) on-time #0 " + (Long.MAX_VALUE - 1) + " final"));
  }

  /** W6, E1: sessions whose merge throws stay as they are. */
  @Test
  void shouldKeepSessionsWhenMergeThrows() {
    Script.run(
        Settings.session(10).notAtomic(),
        script ->
            script
                .event(0, "k", Long.MAX_VALUE)
                .event(11, "j", 0)
                .expect("k [0,10) on-time #0 " + Long.MAX_VALUE + " final"));
    Script.run(
        Settings.session(10).outOfOrderness(100).notAtomic(),
        script ->
            script
                .event(0, "k", Long.MAX_VALUE)
                .event(15, "k", 1)
                .event(7, "k", 0)
                .expect("rejected @2 function_failed")
                .expectOpen(2)
                .advance(50)
                .expect(
                    "k [0,10) on-time #0 " + Long.MAX_VALUE + " final",
                    "k [15,25) on-time #0 1 final"));
  }

  /** E1: an accumulator that may be half-changed poisons the state, a new one does not. */
  @Test
  void shouldPoisonStateWhenAccumulatorMayBeTouched() {
    Settings settings = Settings.tumbling(10).notAtomic();
    Outputs outputs = new Outputs();
    PartitionTask<Event, Total, Long> task = task(settings, outputs);
    task.process(record(0, "1:" + Sum.POISON), 0);
    assertThat(outputs.take()).containsExactly("rejected @0 function_failed");
    task.process(record(1, "1:1"), 0);
    assertThatThrownBy(() -> task.process(record(2, "2:" + Sum.POISON), 0))
        .isInstanceOfSatisfying(
            PoisonedStateException.class, e -> assertThat(e.offset()).isEqualTo(2));
    assertThat(task.nextOffset()).isEqualTo(2);

    // The caller starts over and rejects the record; read live, that is a decision to be kept.
    PartitionTask<Event, Total, Long> again = task(settings, outputs);
    again.rejectNext(new Decision.Reject(2, RejectReason.FUNCTION_FAILED));
    again.replay(record(0, "1:" + Sum.POISON));
    again.replay(record(1, "1:1"));
    outputs.take();
    again.process(record(2, "2:" + Sum.POISON), 0);
    assertThat(outputs.take()).containsExactly("rejected @2 function_failed");
    assertThat(again.takeDecisions())
        .containsExactly(new Decision.Reject(2, RejectReason.FUNCTION_FAILED));
    again.process(record(3, "3:4"), 0);
    again.advance(10);
    again.fire(10);
    assertThat(outputs.take()).containsExactly("k [0,10) on-time #0 5 final");
  }

  /** E1: with several windows an atomic accumulator protects one, not those before it. */
  @Test
  void shouldPoisonStateWhenOneOfSeveralWindowsHasTakenRecord() {
    Settings settings = Settings.sliding(10, 5).outOfOrderness(100).notMergeable();
    PartitionTask<Event, Total, Long> task = task(settings, new Outputs());
    task.process(record(0, "1:1"), 0);
    task.process(record(1, "6:" + Long.MAX_VALUE / 2), 0);
    task.process(record(2, "11:" + (Long.MAX_VALUE / 2 + 1)), 0);
    // [0,10) takes it, [5,15) overflows
    assertThatThrownBy(() -> task.process(record(3, "7:1"), 0))
        .isInstanceOf(PoisonedStateException.class);
  }

  /** E1: stop, with the place, and the record is not processed. */
  @Test
  void shouldStopWhenErrorsStop() {
    PartitionTask<Event, Total, Long> task =
        task(Settings.tumbling(10).stopOnError(), new Outputs());
    task.process(record(0, "1:1"), 0);
    byte[] before = task.meta();
    assertThatThrownBy(() -> task.process(record(1, "none:1"), 0))
        .isInstanceOfSatisfying(
            StopException.class,
            e -> {
              assertThat(e.offset()).isEqualTo(1);
              assertThat(e.reason()).isEqualTo(RejectReason.INVALID_TIMESTAMP);
            })
        .hasMessageContaining("offset=1");
    assertThat(task.meta()).isEqualTo(before);
  }

  /** Bad infrastructure is no verdict on the record: it is read again. */
  @Test
  void shouldPassThroughWhenDecoderCannotReachItsSchema() {
    boolean[] away = {true};
    Decoder<Event> decoder =
        bytes -> {
          if (away[0]) {
            throw new UncheckedIOException(new IOException("registry answers 503"));
          }
          return Event.decode(bytes);
        };
    FunctionDefinition<Event, Total, Long> plain = Settings.tumbling(10).definition();
    FunctionDefinition<Event, Total, Long> definition =
        new FunctionDefinition<>(
            plain.spec(),
            decoder,
            plain.encoder(),
            plain.eventTime(),
            null,
            plain.function(),
            plain.stateType());
    PartitionTask<Event, Total, Long> task =
        new PartitionTask<>(definition, 0, HeapPartitionStore.create(directory), new Outputs());
    assertThatThrownBy(() -> task.process(record(0, "1:1"), 0))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(task.counters().records()).isZero();
    away[0] = false;
    task.process(record(0, "1:1"), 0);
    assertThat(task.nextOffset()).isEqualTo(1);
    assertThat(task.openWindows()).isEqualTo(1);
  }

  private PartitionTask<Event, Total, Long> task(Settings settings, TaskOutput output) {
    return new PartitionTask<>(
        settings.definition(), 0, HeapPartitionStore.create(directory), output);
  }

  private static InputRecord record(long offset, String value) {
    return new InputRecord().set(0, offset, -1, Event.bytes("k"), Event.bytes(value));
  }
}
