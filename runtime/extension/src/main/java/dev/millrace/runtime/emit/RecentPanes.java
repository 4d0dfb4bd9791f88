package dev.millrace.runtime.emit;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.Pane;
import dev.millrace.engine.PaneFailure;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Passes outputs on and remembers the newest panes, so that a window can be looked at for a while
 * after it was purged. Bounded in bytes: the oldest go first. Costs a reference per pane, nothing
 * per record; looking a key up walks all that is remembered. For one thread.
 */
public final class RecentPanes implements TaskOutput {
  /** A pane, the headers of its two arrays, and its place in the queue, rounded up. */
  private static final int OVERHEAD_BYTES = 96;

  private final TaskOutput next;
  private final long maxBytes;
  private final Deque<Pane> panes = new ArrayDeque<>();
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
    panes.addLast(pane);
    bytes += bytesOf(pane);
    while (bytes > maxBytes) {
      bytes -= bytesOf(panes.removeFirst());
      forgotten++;
    }
  }

  /** The last remembered pane of each window of a key, oldest first. */
  public List<Pane> of(byte[] key) {
    Map<List<Long>, Pane> last = new LinkedHashMap<>();
    for (Pane pane : panes) {
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
