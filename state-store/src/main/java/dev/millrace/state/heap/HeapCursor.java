package dev.millrace.state.heap;

import dev.millrace.state.KeyCursor;

/** Walks a sorted copy of a table's entries; the values are those of the moment they are read. */
final class HeapCursor<V> implements KeyCursor<V> {
  private final ByteTable.Entry[] entries;
  private int at = -1;

  HeapCursor(ByteTable.Entry[] entries) {
    this.entries = entries;
  }

  @Override
  public boolean next() {
    at++;
    return at < entries.length;
  }

  @Override
  public byte[] key() {
    return entries[at].key();
  }

  @Override
  @SuppressWarnings("unchecked") // the array comes from a table of such entries
  public V value() {
    return ((HeapTable.Entry<V>) entries[at]).value;
  }

  @Override
  public void close() {}
}
