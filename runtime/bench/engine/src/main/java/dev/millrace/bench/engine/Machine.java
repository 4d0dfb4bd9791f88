package dev.millrace.bench.engine;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.Pane;
import dev.millrace.engine.PartitionTask;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskOutput;
import dev.millrace.json.declarative.DeclarativeFunctions;
import dev.millrace.state.Directories;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.rocksdb.RocksMemory;
import dev.millrace.state.rocksdb.RocksPartitionStore;
import dev.millrace.state.rocksdb.RocksSettings;
import dev.millrace.state.rocksdb.RocksStoreFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One partition as a lane drives it: records, firings in portions, checkpoints little by little.
 */
final class Machine implements AutoCloseable {
  private static final long CACHE_BYTES = 64L << 20;
  private static final long STATE_BYTES = 400L << 20;
  private static final int PANES_PER_STEP = 1_000;
  private static final int RECORDS_PER_STEP = 500;
  private static final int ENTRIES_PER_STEP = 2_000;

  /** About what comes in within the 30 s between two checkpoints. */
  private static final int RECORDS_PER_CHECKPOINT = 500_000;

  private final Path directory;
  private final RocksMemory memory;
  private final RocksPartitionStore store;
  private final PartitionTask<?, ?, ?> task;
  private final InputRecord input = new InputRecord();
  private final Output output = new Output();
  private @Nullable StateSnapshot snapshot;
  private long records;

  /** Looks at each pane, and holds none. */
  private static final class Output implements TaskOutput {
    long panes;
    long bytes;

    @Override
    public void pane(Pane pane) {
      panes++;
      bytes += pane.value().length;
    }

    @Override
    public void result(
        InputRecord record, int index, byte @Nullable [] key, byte[] value, long timeMs) {
      throw new IllegalStateException("Expected a function with windows, but it has none.");
    }

    @Override
    public void late(InputRecord record, long eventTimeMs, long watermarkMs) {
      throw new IllegalStateException("Expected no late event, but one came: atMs=" + eventTimeMs);
    }

    @Override
    public void reject(
        InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {
      throw new IllegalStateException("Expected no rejected event, but one was.", cause);
    }
  }

  Machine(String document) throws IOException {
    FunctionDefinition<?, ?, ?> definition =
        DeclarativeFunctions.parse(document, "bench").definition();
    directory = Files.createTempDirectory("millrace-bench-engine");
    memory = RocksMemory.of(CACHE_BYTES, CACHE_BYTES / 2);
    store =
        new RocksStoreFactory(memory, RocksSettings.ofBudget(STATE_BYTES))
            .create(directory.resolve("state"));
    task = new PartitionTask<>(definition, 0, store, output);
  }

  /** Processes a record, and all that it makes due. */
  void process(byte[] key, byte[] value) {
    long offset = task.nextOffset();
    task.process(input.set(0, offset, 0, key, value), Long.MAX_VALUE);
    records++;
    while (task.firing()) {
      task.fire(PANES_PER_STEP);
    }
    if (records % RECORDS_PER_STEP == 0) {
      store.relieve();
      checkpoint();
    }
  }

  private void checkpoint() {
    StateSnapshot open = snapshot;
    if (open != null && open.step(ENTRIES_PER_STEP)) {
      open.pin().close();
      snapshot = null;
    } else if (open == null && records % RECORDS_PER_CHECKPOINT == 0) {
      snapshot = store.beginSnapshot(task.meta());
    }
  }

  /** Panes so far. */
  long panes() {
    return output.panes;
  }

  @Override
  public void close() {
    store.close();
    memory.close();
    Directories.delete(directory);
  }
}
