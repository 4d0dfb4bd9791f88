package dev.millrace.state.rocksdb;

import dev.millrace.state.KeyTable;
import java.util.List;

/** A key-major table: one segment for all keys. */
final class RocksKeyTable<V> extends HashSegment<V> implements RocksTable, KeyTable<V> {
  RocksKeyTable(StoreContext context, RocksDisk.Family family, ValueFormat<V> format) {
    super(context, family, new MemoryMeter(), format, null);
  }

  @Override
  public List<RocksKeyTable<V>> segments() {
    return List.of(this);
  }

  @Override
  public List<StateDirectory.Part> parts() {
    return List.of(StateDirectory.Part.ofTable(size(), schemaIds()));
  }

  @Override
  public void restore(List<StateDirectory.Part> parts) {
    parts.forEach(part -> restored(part.keys(), part.schemaIds()));
  }

  @Override
  public long liveKeys() {
    return size();
  }

  @Override
  public long memoryBytes() {
    return meter().memoryBytes();
  }
}
