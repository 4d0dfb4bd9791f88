package dev.millrace.engine.accumulate;

import dev.millrace.state.WindowTable;
import dev.millrace.state.WindowTable.Window;
import org.jspecify.annotations.Nullable;

/**
 * A window table with a small direct-mapped cache of handles in front: the windows that a stream
 * writes to are few, and looking one up costs more than adding to it.
 */
public final class WindowHandles<V> {
  private static final int SLOTS = 64;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final WindowTable<V> table;
  private final @Nullable Window<V>[] cached;

  public WindowHandles(WindowTable<V> table) {
    this.table = table;
    this.cached = slots();
  }

  /** The window, or null if nothing is kept for it. */
  public @Nullable Window<V> find(long endMs, long startMs) {
    int slot = slot(endMs);
    Window<V> hit = cached[slot];
    if (hit != null && hit.endMs() == endMs && hit.startMs() == startMs) {
      return hit;
    }
    Window<V> found = table.find(endMs, startMs);
    if (found != null) {
      cached[slot] = found;
    }
    return found;
  }

  /** The window, made if it is not there. */
  public Window<V> open(long endMs, long startMs) {
    Window<V> opened = table.open(endMs, startMs);
    cached[slot(endMs)] = opened;
    return opened;
  }

  /** The first window whose end is at least {@code endMs}, or null. */
  public @Nullable Window<V> firstFrom(long endMs) {
    return table.ceiling(endMs, Long.MIN_VALUE);
  }

  /** The first window after (end, start), or null. */
  public @Nullable Window<V> after(long endMs, long startMs) {
    if (startMs < Long.MAX_VALUE) {
      return table.ceiling(endMs, startMs + 1);
    }
    return endMs < Long.MAX_VALUE ? table.ceiling(endMs + 1, Long.MIN_VALUE) : null;
  }

  /** Forgets a window. */
  public void delete(Window<V> window) {
    cached[slot(window.endMs())] = null;
    table.delete(window);
  }

  private static int slot(long endMs) {
    return (int) ((endMs * MIX) >>> 58);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <V> @Nullable Window<V>[] slots() {
    return new Window[SLOTS];
  }
}
