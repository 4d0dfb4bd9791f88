package dev.millrace.state.rocksdb;

import dev.millrace.state.WindowKey;
import dev.millrace.state.WindowTable;
import dev.millrace.state.heap.KeyBytes;

/** A window: a segment of its own, so that it is deleted as a whole (rule T2). */
final class RocksWindow<V> extends HashSegment<V> implements WindowTable.Window<V> {
  private final WindowKey bounds;

  RocksWindow(
      StoreContext context,
      RocksDisk.Family family,
      MemoryMeter meter,
      ValueFormat<V> format,
      WindowKey bounds) {
    super(context, family, meter, format, KeyBytes.prefix(bounds.endMs(), bounds.startMs()));
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

  WindowKey bounds() {
    return bounds;
  }
}
