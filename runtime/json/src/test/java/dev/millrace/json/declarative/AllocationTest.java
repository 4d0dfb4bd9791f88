package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.PartitionTask;
import dev.millrace.engine.TaskOutput;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.rocksdb.RocksMemory;
import dev.millrace.state.rocksdb.RocksSettings;
import dev.millrace.state.rocksdb.RocksStoreFactory;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a record of a function by document allocates: the decoded event, and nothing beyond it. */
class AllocationTest {
  private static final int RECORDS = 50_000;
  private static final int KEYS = 100;
  private static final long MIB = 1L << 20;

  /** The event, its array of two, and two numbers, with headers of 12 bytes. */
  private static final long EVENT_BYTES = 32 + 24 + 2 * 24;

  /** Room for what the measurement, the JIT and a sample of a value now and then do. */
  private static final long ROOM_PER_RECORD = 3;

  private static final byte[] JSON =
      ("{\"id\":\"0f8a3c5e-77d1\",\"user\":\"user-0000000\",\"at\":1700000100000,\"amount\":700,"
              + "\"page\":\"/shop/basket\"}")
          .getBytes(UTF_8);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private long sum;

  @TempDir Path directory;

  @Test
  void shouldAllocateTheEventAloneWhenJsonIsPlain() throws DecodeException {
    FunctionDefinition<?, ?, ?> function = function("{tumbling: {size: 5m}}");
    decode(function.decoder());
    long bytes = decode(function.decoder());
    assertThat(bytes / RECORDS).isLessThanOrEqualTo(EVENT_BYTES + ROOM_PER_RECORD);
    assertThat(sum).as("decoded").isNotZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{tumbling: {size: 5m}}",
        "{sliding: {size: 1h, slide: 5m}}",
        "{session: {gap: 30s}}"
      })
  void shouldAllocateNothingBeyondTheEventWhenKeyAndWindowAreKnown(String window)
      throws DecodeException {
    FunctionDefinition<?, ?, ?> function = function(window);
    decode(function.decoder());
    long decodedBytes = decode(function.decoder());
    try (RocksMemory memory = RocksMemory.of(8 * MIB, 4 * MIB);
        PartitionStore store =
            new RocksStoreFactory(memory, RocksSettings.ofBudget(64 * MIB)).create(directory)) {
      PartitionTask<?, ?, ?> task = new PartitionTask<>(function, 0, store, TaskOutput.DISCARD);
      feed(task);
      feed(task);
      long bytes = feed(task);
      assertThat((bytes - decodedBytes) / (double) RECORDS)
          .as("bytes per record beyond the event")
          .isLessThan(ROOM_PER_RECORD);
      assertThat(task.counters().records()).isEqualTo(3L * RECORDS);
      assertThat(task.openWindows()).isPositive();
    }
  }

  private static FunctionDefinition<?, ?, ?> function(String window) {
    String document =
        """
        name: sums
        eventTime: {field: at, format: epoch-millis}
        window: %s
        watermarks: {outOfOrderness: 1h, idleTimeout: never}
        aggregates: {total: {sum: amount}}
        topics: {input: in, output: out}
        """;
    return DeclarativeFunctions.parse(document.formatted(window), "sums.yaml").definition();
  }

  private long decode(Decoder<?> decoder) throws DecodeException {
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < RECORDS; i++) {
      sum += System.identityHashCode(decoder.decode(JSON)) & 1;
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private long feed(PartitionTask<?, ?, ?> task) {
    byte[][] keys = new byte[KEYS][];
    for (int i = 0; i < KEYS; i++) {
      keys[i] = ("user-" + i).getBytes(UTF_8);
    }
    InputRecord record = new InputRecord();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < RECORDS; i++) {
      task.process(record.set(0, task.nextOffset(), 1, keys[i % KEYS], JSON), Long.MAX_VALUE);
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
