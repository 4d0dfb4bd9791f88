package dev.millrace.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When the record was sent that completed a tumbling window: of each partition the first whose time
 * is the window's end and the allowed disorder later.
 */
final class Completions {
  private static final long FIRST_END_MS = endMs(Workload.START_MS);

  private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
  private final int partitionCount;
  private final long[] nextEndMs;
  private final AtomicLongArray sentNs;

  Completions(Workload workload) {
    this.partitionCount = workload.partitions();
    this.nextEndMs = new long[partitionCount];
    int windows = number(endMs(workload.lastMs()), 0) / partitionCount + 1;
    this.sentNs = new AtomicLongArray(windows * partitionCount);
    Arrays.fill(nextEndMs, FIRST_END_MS);
  }

  private static long endMs(long atMs) {
    return (Math.floorDiv(atMs, Shape.TUMBLING_MS) + 1) * Shape.TUMBLING_MS;
  }

  private int number(long endMs, int partition) {
    long window = (endMs - FIRST_END_MS) / Shape.TUMBLING_MS;
    return Math.toIntExact(window * partitionCount + partition);
  }

  /** To be called in the order of the log, right before the event is sent. */
  void sending(Purchase event) {
    int partition =
        partitions.computeIfAbsent(
            event.user(), user -> TestTopics.partition(user.getBytes(UTF_8), partitionCount));
    long nowNs = System.nanoTime();
    while (event.atMs() >= nextEndMs[partition] + Shape.LATENESS_MS) {
      sentNs.set(number(nextEndMs[partition], partition), nowNs);
      nextEndMs[partition] += Shape.TUMBLING_MS;
    }
  }

  /**
   * How long ago the record was sent that completed the window of a pane, in nanoseconds; negative
   * if that was no event but what ends the run.
   */
  long sinceNs(Pane pane) {
    Integer partition = partitions.get(pane.key());
    if (partition == null) {
      return -1;
    }
    long sent = sentNs.get(number(pane.endMs(), partition));
    return sent == 0 ? -1 : System.nanoTime() - sent;
  }
}
