package dev.millrace.state.heap;

import dev.millrace.state.ValueCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** A table of a heap store with what is needed to write, read and measure it. */
interface HeapNamed {

  /** Guess of what an entry costs besides its key: entry, slot and a small value. */
  int ENTRY_BYTES = 128;

  /** The table: windows, keys or timers. */
  Object table();

  /** Schema of its values; empty for timers. */
  String schema();

  long entryCount();

  long memoryBytes();

  void write(DataOutputStream out) throws IOException;

  /** Reads what {@link #write} wrote, with values of the given schema. */
  void read(String schema, DataInputStream in) throws IOException;

  /** A codec for values of the schema. */
  static <V> ValueCodec<V> reader(ValueCodec<V> codec, String schema) {
    return codec.schema().equals(schema) ? codec : codec.readerFor(schema);
  }

  static <V> HeapNamed keys(ValueCodec<V> codec) {
    HeapTable<V> table = new HeapTable<>();
    return new HeapNamed() {
      @Override
      public Object table() {
        return table;
      }

      @Override
      public String schema() {
        return codec.schema();
      }

      @Override
      public long entryCount() {
        return table.size();
      }

      @Override
      public long memoryBytes() {
        return table.size() * ENTRY_BYTES + table.keyBytes();
      }

      @Override
      public void write(DataOutputStream out) throws IOException {
        HeapSection.writeKeys(table, codec, out);
      }

      @Override
      public void read(String schema, DataInputStream in) throws IOException {
        HeapSection.readKeys(table, reader(codec, schema), in);
      }
    };
  }

  static <V> HeapNamed windows(ValueCodec<V> codec) {
    HeapWindowTable<V> table = new HeapWindowTable<>();
    return new HeapNamed() {
      @Override
      public Object table() {
        return table;
      }

      @Override
      public String schema() {
        return codec.schema();
      }

      @Override
      public long entryCount() {
        return table.windows().stream().mapToLong(HeapWindowTable.HeapWindow::size).sum();
      }

      @Override
      public long memoryBytes() {
        return table.windows().stream()
            .mapToLong(window -> window.size() * ENTRY_BYTES + window.table().keyBytes())
            .sum();
      }

      @Override
      public void write(DataOutputStream out) throws IOException {
        HeapSection.writeWindows(table, codec, out);
      }

      @Override
      public void read(String schema, DataInputStream in) throws IOException {
        HeapSection.readWindows(table, reader(codec, schema), in);
      }
    };
  }

  static HeapNamed timers() {
    HeapTimerTable table = new HeapTimerTable();
    return new HeapNamed() {
      @Override
      public Object table() {
        return table;
      }

      @Override
      public String schema() {
        return "";
      }

      @Override
      public long entryCount() {
        return table.size();
      }

      @Override
      public long memoryBytes() {
        return table.size() * ENTRY_BYTES;
      }

      @Override
      public void write(DataOutputStream out) throws IOException {
        HeapSection.writeTimers(table, out);
      }

      @Override
      public void read(String schema, DataInputStream in) throws IOException {
        HeapSection.readTimers(table, in);
      }
    };
  }
}
