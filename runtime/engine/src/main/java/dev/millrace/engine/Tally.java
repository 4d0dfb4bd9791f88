package dev.millrace.engine;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** A count per constant of an enum; counting allocates nothing. One writer. */
public final class Tally<K extends Enum<K>> {
  private final Map<K, long[]> counts;

  public Tally(Class<K> type) {
    this.counts = new EnumMap<>(type);
    for (K key : type.getEnumConstants()) {
      counts.put(key, new long[1]);
    }
  }

  /** The count of a constant. */
  public long get(K key) {
    return cell(key)[0];
  }

  /** Counts one. */
  public void add(K key) {
    cell(key)[0]++;
  }

  private long[] cell(K key) {
    long[] cell = counts.get(key);
    if (cell == null) {
      throw new IllegalArgumentException("Expected a constant of the enum, but got " + key + ".");
    }
    return cell;
  }

  /**
   * Writes {@code u8 size, then utf label, i64 count}: by label, so that constants can be added.
   */
  void write(DataOutput out, Function<K, String> label) throws IOException {
    out.writeByte(counts.size());
    for (Map.Entry<K, long[]> entry : counts.entrySet()) {
      out.writeUTF(label.apply(entry.getKey()));
      out.writeLong(entry.getValue()[0]);
    }
  }

  /** Reads what {@link #write} wrote; constants that are no more are skipped. */
  void read(DataInput in, Function<K, String> label) throws IOException {
    int size = in.readUnsignedByte();
    for (int i = 0; i < size; i++) {
      String written = in.readUTF();
      long count = in.readLong();
      for (Map.Entry<K, long[]> entry : counts.entrySet()) {
        if (label.apply(entry.getKey()).equals(written)) {
          entry.getValue()[0] = count;
        }
      }
    }
  }
}
