package dev.millrace.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Encodes the values of a table. The store keeps the schema text with the data; values that were
 * written with another one are read by {@link #readerFor} (rule T4).
 */
public interface ValueCodec<V> {

  /** Canonical text of the schema that {@link #write} writes. */
  String schema();

  /** Writes a value; equal values give equal bytes. */
  void write(V value, DataOutput out) throws IOException;

  /** Reads what {@link #write} wrote with this schema. */
  V read(DataInput in) throws IOException;

  /**
   * A codec whose {@code read} reads values written with another schema.
   *
   * @throws RuntimeException if they do not fit, before anything is read; the message names both
   */
  ValueCodec<V> readerFor(String writtenSchema);
}
