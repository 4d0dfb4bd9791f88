package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.heap.HeapPartitionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules F1, F2, and E1 and W7 for functions without windows. */
class RecordFunctionTest {
  private static final Settings SETTINGS = Settings.of(new WindowSpec.None()).maxAhead(60);
  private static final Encoder<Long> TEXT = result -> Event.bytes(Long.toString(result));

  @TempDir Path directory;

  private final Outputs outputs = new Outputs();
  private final InputRecord record = new InputRecord();

  /** F2: none, one or several results, in order, with key and event time of the record. */
  @Test
  void shouldEmitResultsInOrderWhenRecordsAreFilteredAndSplit() {
    PartitionTask<Event, Void, Long> task = task(SETTINGS, RecordFunctionTest::split);
    process(task, "a", "10:2");
    process(task, "b", "7:0");
    process(task, null, "8:1");
    assertThat(outputs.take()).containsExactly("a 2 t=10 @0#0", "a 1 t=10 @0#1", "- 1 t=8 @2#0");
    assertThat(task.counters().results()).isEqualTo(3);
    assertThat(task.nextOffset()).isEqualTo(3);
  }

  /** F2: under a key of its own, or under the event's. */
  @Test
  void shouldUseOtherKeyWhenFunctionGivesOne() {
    PartitionTask<Event, Void, Long> named =
        task(SETTINGS, (event, context) -> context.emit("k" + context.key(), event.amount()));
    process(named, "a", "1:2");
    KeyExtractor<Event> key = event -> Event.bytes("e" + event.amount());
    PartitionTask<Event, Void, Long> keyed = task(SETTINGS, RecordFunctionTest::split, TEXT, key);
    process(keyed, "a", "1:1");
    assertThat(outputs.take()).containsExactly("ka 2 t=1 @0#0", "e1 1 t=1 @0#0");
  }

  /** F1: no watermark, so nothing is late, nothing fires, nothing is kept. */
  @Test
  void shouldKeepNothingWhenTimeGoesBack() {
    PartitionStore store = HeapPartitionStore.create(directory);
    PartitionTask<Event, Void, Long> task =
        new PartitionTask<>(
            definition(SETTINGS, RecordFunctionTest::split, TEXT, null), 0, store, outputs);
    process(task, "a", "1000:1");
    process(task, "a", "1:1");
    assertThat(outputs.take()).containsExactly("a 1 t=1000 @0#0", "a 1 t=1 @1#0");
    assertThat(task.watermarkMs()).isEqualTo(PartitionTask.NO_WATERMARK);
    assertThat(task.nextTimerMs()).isEqualTo(PartitionTask.NO_TIMER);
    assertThat(task.firing()).isFalse();
    assertThat(task.openWindows()).isZero();
    assertThat(store.entryCount()).isZero();
  }

  /** E1: all results of a record or none; W7: its time must hold as a timestamp. */
  @Test
  void shouldRejectWithoutResultsWhenRecordIsBad() {
    PartitionTask<Event, Void, Long> task =
        task(
            SETTINGS,
            (event, context) -> {
              context.emit(event.amount());
              if (event.amount() == 13) {
                throw new IllegalStateException("unlucky");
              }
            });
    process(task, "a", "1:13");
    process(task, "a", null);
    process(task, "a", "x");
    process(task, "a", "none:1");
    process(task, "a", "-1:1");
    process(task, "a", "1061:1");
    process(task, "a", "0:1");
    assertThat(outputs.take())
        .containsExactly(
            "rejected @0 function_failed",
            "rejected @1 null_value",
            "rejected @2 undecodable",
            "rejected @3 invalid_ts",
            "rejected @4 invalid_ts",
            "rejected @5 future_ts",
            "a 1 t=0 @6#0");
  }

  @Test
  void shouldStopWhenErrorsStop() {
    PartitionTask<Event, Void, Long> task =
        task(
            SETTINGS.stopOnError(),
            (event, context) -> {
              throw new IllegalStateException("always");
            });
    assertThatThrownBy(() -> process(task, "a", "1:1"))
        .isInstanceOfSatisfying(StopException.class, e -> assertThat(e.offset()).isZero());
    assertThat(outputs.take()).isEmpty();
  }

  /** E1: an encoder that cannot reach its registry is no verdict on the record. */
  @Test
  void shouldReadAgainWhenEncoderCannotReachItsSchema() {
    boolean[] away = {true};
    Encoder<Long> encoder =
        result -> {
          if (away[0]) {
            throw new UncheckedIOException(new IOException("registry answers 503"));
          }
          return TEXT.encode(result);
        };
    PartitionTask<Event, Void, Long> task =
        task(SETTINGS, RecordFunctionTest::split, encoder, null);
    assertThatThrownBy(() -> process(task, "a", "1:2")).isInstanceOf(UncheckedIOException.class);
    away[0] = false;
    process(task, "a", "1:2");
    assertThat(outputs.take()).containsExactly("a 2 t=1 @0#0", "a 1 t=1 @0#1");
  }

  @Test
  void shouldRefuseResultsWhenTheCallIsOver() {
    List<RecordContext<Long>> kept = new ArrayList<>();
    PartitionTask<Event, Void, Long> task = task(SETTINGS, (event, context) -> kept.add(context));
    process(task, "a", "1:2");
    assertThatThrownBy(() -> kept.get(0).emit(1L))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before apply returns");
  }

  @Test
  void shouldRefuseDefinitionWhenWindowsAndCodeDoNotGoTogether() {
    assertThatThrownBy(
            () -> definition(Settings.tumbling(10), RecordFunctionTest::split, TEXT, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("window=Tumbling");
  }

  /** The amount, then one less, down to one. */
  private static void split(Event event, RecordContext<Long> context) {
    for (long left = event.amount(); left > 0; left--) {
      context.emit(left);
    }
  }

  /** Read at 1,000 by the clock. */
  private void process(
      PartitionTask<Event, Void, Long> task, @Nullable String key, @Nullable String value) {
    record.set(
        0,
        task.nextOffset(),
        -1,
        key == null ? null : Event.bytes(key),
        value == null ? null : Event.bytes(value));
    task.process(record, 1_000);
  }

  private PartitionTask<Event, Void, Long> task(
      Settings settings, RecordFunction<Event, Long> function) {
    return task(settings, function, TEXT, null);
  }

  private PartitionTask<Event, Void, Long> task(
      Settings settings,
      RecordFunction<Event, Long> function,
      Encoder<Long> encoder,
      @Nullable KeyExtractor<Event> key) {
    return new PartitionTask<>(
        definition(settings, function, encoder, key),
        0,
        HeapPartitionStore.create(directory),
        outputs);
  }

  private static FunctionDefinition<Event, Void, Long> definition(
      Settings settings,
      RecordFunction<Event, Long> function,
      Encoder<Long> encoder,
      @Nullable KeyExtractor<Event> key) {
    return new FunctionDefinition<>(
        settings.spec(),
        Event::decode,
        encoder,
        (event, timestampMs) -> event.timeMs(),
        key,
        new PerRecord<>(function));
  }
}
