package dev.millrace.state.heap;

import dev.millrace.state.KeyCursor;
import dev.millrace.state.WindowKey;
import dev.millrace.state.WindowTable;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Windows in a sorted map, each with a table of its own. */
final class HeapWindowTable<V> implements WindowTable<V> {

  /** One window. */
  static final class HeapWindow<V> implements WindowTable.Window<V> {
    private final WindowKey bounds;
    private final HeapTable<V> table = new HeapTable<>();

    HeapWindow(WindowKey bounds) {
      this.bounds = bounds;
    }

    @Override
    public long endMs() {
      return bounds.endMs();
    }

    @Override
    public long startMs() {
      return bounds.startMs();
    }

    @Override
    public @Nullable V get(byte[] key) {
      return table.get(key);
    }

    @Override
    public @Nullable V forUpdate(byte[] key) {
      return table.get(key);
    }

    @Override
    public void put(byte[] key, V value) {
      table.put(key, value);
    }

    @Override
    public void remove(byte[] key) {
      table.remove(key);
    }

    @Override
    public long size() {
      return table.size();
    }

    @Override
    public KeyCursor<V> ascending(byte @Nullable [] afterKey) {
      return table.ascending(afterKey);
    }

    HeapTable<V> table() {
      return table;
    }
  }

  private final TreeMap<WindowKey, HeapWindow<V>> windows = new TreeMap<>();

  @Override
  public Window<V> open(long endMs, long startMs) {
    return openHeap(endMs, startMs);
  }

  HeapWindow<V> openHeap(long endMs, long startMs) {
    return windows.computeIfAbsent(WindowKey.ofWindow(endMs, startMs), HeapWindow::new);
  }

  @Override
  public @Nullable Window<V> find(long endMs, long startMs) {
    HeapWindow<V> window = windows.get(new WindowKey(endMs, startMs));
    return window == null || window.size() == 0 ? null : window;
  }

  @Override
  public @Nullable Window<V> ceiling(long endMs, long startMs) {
    WindowKey from = new WindowKey(endMs, startMs);
    for (Map.Entry<WindowKey, HeapWindow<V>> entry : windows.tailMap(from, true).entrySet()) {
      if (entry.getValue().size() > 0) {
        return entry.getValue();
      }
    }
    return null;
  }

  @Override
  public void delete(Window<V> window) {
    windows.remove(new WindowKey(window.endMs(), window.startMs()), window);
  }

  Collection<HeapWindow<V>> windows() {
    return windows.values();
  }
}
