package dev.millrace.state.heap;

import dev.millrace.state.KeyCursor;
import dev.millrace.state.TimerTable;
import dev.millrace.state.ValueCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * How the tables of a heap snapshot are written: lengths and counts as four bytes, times as eight,
 * all big-endian; windows, keys and timers in their order, so equal state gives equal bytes.
 *
 * <pre>
 *   key table     | count | (key length | key | value length | value)*
 *   window table  | count | (end | start | key table)*
 *   timers        | count | (time | tag | key length | key)*
 * </pre>
 */
final class HeapSection {

  private HeapSection() {}

  static <V> void writeKeys(HeapTable<V> table, ValueCodec<V> codec, DataOutputStream out)
      throws IOException {
    out.writeInt((int) table.size());
    ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    try (KeyCursor<V> cursor = table.ascending(null)) {
      while (cursor.next()) {
        writeBytes(cursor.key(), out);
        buffer.reset();
        codec.write(cursor.value(), new DataOutputStream(buffer));
        writeBytes(buffer.toByteArray(), out);
      }
    }
  }

  static <V> void readKeys(HeapTable<V> table, ValueCodec<V> codec, DataInputStream in)
      throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      byte[] key = readBytes(in);
      byte[] value = readBytes(in);
      table.put(key, codec.read(new DataInputStream(new ByteArrayInputStream(value))));
    }
  }

  static <V> void writeWindows(HeapWindowTable<V> table, ValueCodec<V> codec, DataOutputStream out)
      throws IOException {
    List<HeapWindowTable.HeapWindow<V>> windows =
        table.windows().stream().filter(window -> window.size() > 0).toList();
    out.writeInt(windows.size());
    for (HeapWindowTable.HeapWindow<V> window : windows) {
      out.writeLong(window.endMs());
      out.writeLong(window.startMs());
      writeKeys(window.table(), codec, out);
    }
  }

  static <V> void readWindows(HeapWindowTable<V> table, ValueCodec<V> codec, DataInputStream in)
      throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      long endMs = in.readLong();
      readKeys(table.openHeap(endMs, in.readLong()).table(), codec, in);
    }
  }

  static void writeTimers(HeapTimerTable table, DataOutputStream out) throws IOException {
    out.writeInt(table.timers().size());
    for (TimerTable.Timer timer : table.timers()) {
      out.writeLong(timer.timeMs());
      out.writeLong(timer.tag());
      writeBytes(timer.key(), out);
    }
  }

  static void readTimers(HeapTimerTable table, DataInputStream in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      long timeMs = in.readLong();
      long tag = in.readLong();
      table.add(timeMs, tag, readBytes(in));
    }
  }

  static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads a length and as many bytes; a length beyond what is there is an error, not an array. */
  static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException(
          "Expected a length within the file, but it is not: length="
              + length
              + ", left="
              + in.available());
    }
    return in.readNBytes(length);
  }
}
