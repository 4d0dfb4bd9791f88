package dev.millrace.runtime.emit;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.Pane;
import dev.millrace.engine.PaneFailure;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Passes outputs on and remembers the newest panes, so that a window can be looked at for a while
 * after it was purged. Bounded in bytes: the oldest go first. Costs a reference per pane, nothing
 * per record; looking a key up walks all that is remembered. For one thread.
 */
public final class RecentPanes implements TaskOutput {
  /** A pane, the headers of its two arrays, and its place in the queue, rounded up. */
  private static final int OVERHEAD_BYTES = 96;

  /** A power of two. */
  private static final int FEWEST = 16;

  private final TaskOutput next;
  private final long maxBytes;

  /** A ring; the sizes stand beside it, for the oldest panes are out of the processor's caches. */
  private @Nullable Pane[] panes = new @Nullable Pane[FEWEST];

  private long[] sizes = new long[FEWEST];
  private int oldest;
  private int count;
  private long bytes;
  private long forgotten;

  /**
   * Nothing is remembered yet.
   *
   * @param next gets every output
   * @param maxBytes bound of what is remembered, estimated from above; 0 to remember nothing
   */
  public RecentPanes(TaskOutput next, long maxBytes) {
    this.next = next;
    this.maxBytes = maxBytes;
  }

  @Override
  public void pane(Pane pane) {
    next.pane(pane);
    if (count == panes.length) {
      grow();
    }
    long size = bytesOf(pane);
    int at = at(count++);
    panes[at] = pane;
    sizes[at] = size;
    bytes += size;
    while (bytes > maxBytes) {
      bytes -= sizes[oldest];
      panes[oldest] = null;
      oldest = at(1);
      count--;
      forgotten++;
    }
  }

  private int at(int place) {
    return (oldest + place) & (panes.length - 1);
  }

  private void grow() {
    @Nullable Pane[] morePanes = new @Nullable Pane[2 * count];
    long[] moreSizes = new long[2 * count];
    for (int i = 0; i < count; i++) {
      morePanes[i] = panes[at(i)];
      moreSizes[i] = sizes[at(i)];
    }
    panes = morePanes;
    sizes = moreSizes;
    oldest = 0;
  }

  /** The last remembered pane of each window of a key, oldest first. */
  public List<Pane> of(byte[] key) {
    Map<List<Long>, Pane> last = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      Pane pane = Objects.requireNonNull(panes[at(i)]);
      if (Arrays.equals(pane.key(), key)) {
        List<Long> window = List.of(pane.startMs(), pane.endMs());
        last.remove(window);
        last.put(window, pane);
      }
    }
    return new ArrayList<>(last.values());
  }

  /** Panes that had to make room. */
  public long forgotten() {
    return forgotten;
  }

  /** Estimate of what the remembered panes take, at most the bound. */
  public long bytes() {
    return bytes;
  }

  private static long bytesOf(Pane pane) {
    return (long) pane.key().length + pane.value().length + OVERHEAD_BYTES;
  }

  @Override
  public void result(
      InputRecord record, int index, byte @Nullable [] key, byte[] value, long timeMs) {
    next.result(record, index, key, value, timeMs);
  }

  @Override
  public void late(InputRecord record, long eventTimeMs, long watermarkMs) {
    next.late(record, eventTimeMs, watermarkMs);
  }

  @Override
  public void reject(
      InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {
    next.reject(record, reason, message, cause);
  }

  @Override
  public void failed(PaneFailure failure) {
    next.failed(failure);
  }
}
