package dev.millrace.functions.state;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A map: the number of entries, then each key and value. Where the declared type has no order of
 * its own ({@code Map}, {@code HashMap}) entries are sorted by their keys' bytes. Keys are not
 * null; values may be.
 */
final class MapType<K, V, M extends Map<K, V>> extends ValueType<M> {
  private final String name;
  private final ValueType<K> keys;
  private final ValueType<V> values;
  private final Supplier<M> factory;
  private final boolean sortedByBytes;

  MapType(
      String name,
      ValueType<K> keys,
      ValueType<V> values,
      Supplier<M> factory,
      boolean sortedByBytes) {
    this.name = name;
    this.keys = keys;
    this.values = values;
    this.factory = factory;
    this.sortedByBytes = sortedByBytes;
  }

  @Override
  WireSchema wire() {
    return new WireSchema.Generic(name, List.of(keys.wire(), values.wire()));
  }

  @Override
  M defaultValue() {
    return factory.get();
  }

  @Override
  @Nullable StateReader<M> readerOf(WireSchema written) {
    if (!(written instanceof WireSchema.Generic generic && generic.name().equals(name))) {
      return null;
    }
    StateReader<K> keyReader = keys.readerOf(generic.arguments().get(0));
    StateReader<V> valueReader = values.readerOf(generic.arguments().get(1));
    return keyReader == null || valueReader == null
        ? null
        : in -> readWith(keyReader, valueReader, in);
  }

  @Override
  public void write(M map, DataOutput out) throws IOException {
    Wire.writeLength(map.size(), out);
    if (sortedByBytes) {
      for (Entry<V> entry : sorted(map)) {
        out.write(entry.key());
        values.write(entry.value(), out);
      }
    } else {
      for (Map.Entry<K, V> entry : map.entrySet()) {
        keys.write(entry.getKey(), out);
        values.write(entry.getValue(), out);
      }
    }
  }

  private List<Entry<V>> sorted(M map) throws IOException {
    List<Entry<V>> entries = new ArrayList<>(map.size());
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    for (Map.Entry<K, V> entry : map.entrySet()) {
      buffer.reset();
      keys.write(entry.getKey(), new DataOutputStream(buffer));
      entries.add(new Entry<>(buffer.toByteArray(), entry.getValue()));
    }
    entries.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
    return entries;
  }

  private record Entry<V>(byte[] key, V value) {}

  @Override
  public M read(DataInput in) throws IOException {
    return readWith(keys::read, values::read, in);
  }

  private M readWith(StateReader<K> keyReader, StateReader<V> valueReader, DataInput in)
      throws IOException {
    int size = Wire.readLength(in);
    M map = factory.get();
    for (int i = 0; i < size; i++) {
      K key = keyReader.read(in);
      map.put(key, valueReader.read(in));
    }
    return map;
  }

  /** Whoever holds a map may change it. */
  @Override
  public boolean atomic() {
    return false;
  }
}
