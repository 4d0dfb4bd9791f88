package dev.millrace.bench.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.accumulate.Folding;
import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.PaneStateCodec;
import dev.millrace.engine.accumulate.Session;
import dev.millrace.engine.accumulate.Sessions;
import dev.millrace.engine.accumulate.SliceMerge;
import dev.millrace.engine.accumulate.Slices;
import dev.millrace.engine.accumulate.WindowHandles;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.window.SlidingSlices;
import dev.millrace.state.Directories;
import dev.millrace.state.WindowTable;
import dev.millrace.state.WindowTable.Window;
import dev.millrace.state.heap.HeapPartitionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What is it to merge what a key has in the slices of a window, and two sessions of it into one?
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class MergeBench extends MicroBench {
  private static final int SLICES = 12;
  private static final long SLICE_MS = 300_000;
  private static final long GAP_MS = 30_000;

  private final FunctionDefinition<Object, Object, Object> sum = function(Shape.SLIDING);
  private final Folding<Object, Object> folding = AccumulateBench.folding(sum);
  private final Sessions<Object> sessions = new Sessions<>();
  private final Session<Object> first = new Session<>(folding.create(), 0, 0);
  private final Session<Object> second = new Session<>(folding.create(), 2 * GAP_MS, 2 * GAP_MS);
  private Path directory;
  private HeapPartitionStore store;
  private Slices<Object> slices;

  /** Fills twelve slices, each with an accumulator for every key. */
  @Setup
  public void open() throws IOException {
    directory = Files.createTempDirectory("millrace-bench-merge");
    store = HeapPartitionStore.create(directory);
    WindowTable<PaneState<Object>> table =
        store.windowTable("slices", new PaneStateCodec<>(sum.stateType()));
    slices =
        new Slices<>(
            new SlidingSlices(SLICES * SLICE_MS, SLICE_MS, 0),
            new WindowHandles<>(table),
            folding,
            sum.stateType(),
            () -> Long.MAX_VALUE);
    for (int s = 0; s < SLICES; s++) {
      Window<PaneState<Object>> slice = table.open((s + 1) * SLICE_MS, s * SLICE_MS);
      for (int k = 0; k < MANY; k++) {
        slice.put("user-%07d".formatted(k).getBytes(UTF_8), new PaneState<>(folding.create()));
      }
    }
  }

  /** Gives all up. */
  @TearDown
  public void close() {
    store.close();
    Directories.delete(directory);
  }

  /** A key of a window of twelve slices, the sort of the slices' keys in it. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public int slices() {
    int merged = 0;
    try (SliceMerge<Object> keys = slices.walk(SLICES * SLICE_MS, null)) {
      while (keys.next()) {
        merged += keys.accumulator().hashCode() & 1;
      }
    }
    return merged;
  }

  /** Two sessions and the record between them. */
  @Benchmark
  public Object sessions() throws RejectedException {
    sessions.replace(0, sessions.size(), first);
    sessions.replace(1, 1, second);
    long timeMs = GAP_MS;
    int from = sessions.firstTouched(timeMs, GAP_MS);
    int until = sessions.afterTouched(from, timeMs, GAP_MS);
    Object merged = folding.createForRecord();
    for (int i = from; i < until; i++) {
      merged = folding.mergeForRecord(merged, sessions.get(i).accumulator());
    }
    Session<Object> session = new Session<>(merged, first.firstMs(), second.lastMs());
    sessions.replace(from, until, session);
    return session;
  }
}
