package dev.millrace.state.heap;

import dev.millrace.state.KeyCursor;
import dev.millrace.state.KeyTable;
import org.jspecify.annotations.Nullable;

/** Values by key in memory. A value asked for update is the value itself. */
final class HeapTable<V> implements KeyTable<V> {

  static final class Entry<V> extends ByteTable.Entry {
    V value;

    Entry(byte[] key, int hash, V value) {
      super(key, hash);
      this.value = value;
    }
  }

  private final ByteTable<Entry<V>> table = new ByteTable<>();
  private long keyBytes;

  @Override
  public @Nullable V get(byte[] key) {
    Entry<V> entry = table.find(key, KeyBytes.hash(key));
    return entry == null ? null : entry.value;
  }

  @Override
  public @Nullable V forUpdate(byte[] key) {
    return get(key);
  }

  @Override
  public void put(byte[] key, V value) {
    int hash = KeyBytes.hash(key);
    Entry<V> entry = table.find(key, hash);
    if (entry != null) {
      entry.value = value;
    } else {
      table.insert(new Entry<>(key.clone(), hash, value));
      keyBytes += key.length;
    }
  }

  @Override
  public void remove(byte[] key) {
    Entry<V> entry = table.find(key, KeyBytes.hash(key));
    if (entry != null) {
      table.remove(entry);
      keyBytes -= key.length;
    }
  }

  @Override
  public long size() {
    return table.size();
  }

  /** Bytes of all keys. */
  long keyBytes() {
    return keyBytes;
  }

  @Override
  public KeyCursor<V> ascending(byte @Nullable [] afterKey) {
    return new HeapCursor<>(table.sorted(afterKey));
  }
}
