package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.engine.Sum.Total;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.functions.time.EventTimeExtractor;
import dev.millrace.state.heap.HeapPartitionStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A record whose windows and key are known allocates nothing but what decoding it does. */
class AllocationTest {
  private static final int RECORDS = 100_000;
  private static final int KEYS = 100;

  /** Room for what the measurement and the JIT do by themselves. */
  private static final long BYTES_PER_RECORD = 2;

  @TempDir Path directory;

  static List<Settings> layouts() {
    return List.of(
        Settings.tumbling(3_600_000).outOfOrderness(7_200_000),
        Settings.sliding(3_600_000, 900_000).outOfOrderness(7_200_000),
        Settings.sliding(3_600_000, 900_000).outOfOrderness(7_200_000).notMergeable(),
        Settings.of(new WindowSpec.Calendar(CalendarUnit.DAY, ZoneId.of("Europe/Berlin")))
            .outOfOrderness(200_000_000),
        Settings.session(3_600_000).outOfOrderness(7_200_000),
        Settings.of(new WindowSpec.Global()).earlyEvery(Long.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void shouldAllocateNothingPerRecordWhenWindowsAndKeysAreKnown(Settings settings) {
    long[] timeMs = {0};
    PartitionTask<Event, Total, Long> task = task(settings, timeMs);
    byte[][] keys = new byte[KEYS][];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = Event.bytes("key" + i);
    }
    InputRecord record = new InputRecord();
    byte[] value = {1};
    feed(task, record, keys, value, timeMs);
    feed(task, record, keys, value, timeMs);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    feed(task, record, keys, value, timeMs);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated)
        .as("bytes for %s records, %s", RECORDS, settings.window())
        .isLessThan(RECORDS * BYTES_PER_RECORD);
    assertThat(task.counters().records()).isEqualTo(3L * RECORDS);
  }

  /** F2: what the function and its encoder make is theirs; the way of a result takes nothing. */
  @Test
  void shouldAllocateNothingPerResultWhenThereAreNoWindows() {
    byte[] value = {1};
    Event shared = new Event(0, 1);
    PartitionTask<Event, Void, Event> task =
        new PartitionTask<>(
            new FunctionDefinition<>(
                Settings.of(new WindowSpec.None()).spec(),
                bytes -> shared,
                result -> value,
                (event, timestampMs) -> event.timeMs(),
                null,
                new PerRecord<>(
                    (event, context) -> {
                      context.emit(event);
                      context.emit(value, event);
                    })),
            0,
            HeapPartitionStore.create(directory),
            TaskOutput.DISCARD);
    InputRecord record = new InputRecord();
    feed(task, record, value);
    feed(task, record, value);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    feed(task, record, value);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(RECORDS * BYTES_PER_RECORD);
    assertThat(task.counters().results()).isEqualTo(6L * RECORDS);
  }

  private static void feed(
      PartitionTask<Event, Void, Event> task, InputRecord record, byte[] value) {
    for (int i = 0; i < RECORDS; i++) {
      record.set(0, task.nextOffset(), 1, value, value);
      task.process(record, Long.MAX_VALUE);
    }
  }

  /** Event times go back and forth over the windows of half a day, in the same way every time. */
  private static void feed(
      PartitionTask<Event, Total, Long> task,
      InputRecord record,
      byte[][] keys,
      byte[] value,
      long[] timeMs) {
    for (int i = 0; i < RECORDS; i++) {
      timeMs[0] = 50_000_000 + i % 7 * 1_000_000L;
      record.set(0, task.nextOffset(), 1, keys[i % KEYS], value);
      task.process(record, Long.MAX_VALUE);
    }
  }

  private PartitionTask<Event, Total, Long> task(Settings settings, long[] timeMs) {
    Event shared = new Event(0, 1);
    Decoder<Event> decoder = bytes -> shared;
    EventTimeExtractor<Event> times = (event, timestampMs) -> timeMs[0];
    FunctionDefinition<Event, Total, Long> plain = settings.definition();
    return new PartitionTask<>(
        new FunctionDefinition<>(
            plain.spec(),
            decoder,
            plain.encoder(),
            times,
            null,
            plain.function(),
            plain.stateType()),
        0,
        HeapPartitionStore.create(directory),
        TaskOutput.DISCARD);
  }
}
