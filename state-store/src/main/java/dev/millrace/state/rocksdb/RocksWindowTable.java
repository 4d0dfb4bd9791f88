package dev.millrace.state.rocksdb;

import dev.millrace.state.WindowKey;
import dev.millrace.state.WindowTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The windows of a table; all in memory as handles, their keys where there is room. */
final class RocksWindowTable<V> implements RocksTable, WindowTable<V> {
  private final StoreContext context;
  private final RocksDisk.Family family;
  private final MemoryMeter meter = new MemoryMeter();
  private final ValueFormat<V> format;
  private final NavigableMap<WindowKey, RocksWindow<V>> windows = new TreeMap<>();

  RocksWindowTable(StoreContext context, RocksDisk.Family family, ValueFormat<V> format) {
    this.context = context;
    this.family = family;
    this.format = format;
  }

  @Override
  public Window<V> open(long endMs, long startMs) {
    return openAt(WindowKey.ofWindow(endMs, startMs));
  }

  private RocksWindow<V> openAt(WindowKey bounds) {
    RocksWindow<V> present = windows.get(bounds);
    if (present != null) {
      return present;
    }
    RocksWindow<V> made = new RocksWindow<>(context, family, meter, format, bounds);
    windows.put(bounds, made);
    return made;
  }

  @Override
  public @Nullable Window<V> find(long endMs, long startMs) {
    RocksWindow<V> window = windows.get(new WindowKey(endMs, startMs));
    return window == null || window.size() == 0 ? null : window;
  }

  @Override
  public @Nullable Window<V> ceiling(long endMs, long startMs) {
    WindowKey from = new WindowKey(endMs, startMs);
    for (RocksWindow<V> window : windows.tailMap(from, true).values()) {
      if (window.size() > 0) {
        return window;
      }
    }
    return null;
  }

  @Override
  public void delete(Window<V> window) {
    WindowKey bounds = new WindowKey(window.endMs(), window.startMs());
    RocksWindow<V> present = windows.get(bounds);
    if (present == window) {
      windows.remove(bounds);
      present.delete();
    }
  }

  @Override
  public Collection<RocksWindow<V>> segments() {
    return windows.values();
  }

  @Override
  public List<StateDirectory.Part> parts() {
    List<StateDirectory.Part> parts = new ArrayList<>(windows.size());
    for (RocksWindow<V> window : windows.values()) {
      if (window.size() > 0) {
        parts.add(new StateDirectory.Part(window.bounds(), window.size(), window.schemaIds()));
      }
    }
    return parts;
  }

  @Override
  public void restore(List<StateDirectory.Part> parts) {
    for (StateDirectory.Part part : parts) {
      openAt(part.window()).restored(part.keys(), part.schemaIds());
    }
  }

  @Override
  public long liveKeys() {
    return meter.live();
  }

  @Override
  public long memoryBytes() {
    return meter.memoryBytes();
  }
}
