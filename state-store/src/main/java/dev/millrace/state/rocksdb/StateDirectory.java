package dev.millrace.state.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.WindowKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a snapshot knows besides RocksDB's files: so a store is restored without opening the
 * database, and a window that is not listed is not there. All numbers big-endian.
 *
 * <pre>
 *   | "MRD1" : 4 | meta length : 4 | meta |
 *     schemas : 4 | (number : 4 | text length : 4 | text)* |
 *     tables : 4 | (family : UTF | parts : 4 |
 *                    (end : 8 | start : 8 | keys : 8 | ids : 4 | schema number : 4 ...)*)*
 * </pre>
 *
 * @param meta the engine's own values
 * @param schemas texts by number
 * @param tables parts by column family
 */
record StateDirectory(
    byte[] meta, Map<Integer, String> schemas, Map<String, List<StateDirectory.Part>> tables) {

  /** Name of its file beside RocksDB's. */
  static final String FILE = "state.directory";

  static final StateDirectory EMPTY = new StateDirectory(new byte[0], Map.of(), Map.of());

  private static final int MAGIC = 0x4D524431;
  private static final int LARGEST_SCHEMA_ID = 1 << 20;
  private static final WindowKey NO_WINDOW = new WindowKey(0, 0);

  /**
   * A window, or all of a table without windows.
   *
   * @param keys how many are on disk
   * @param schemaIds numbers of the schemas with which values may have been written
   */
  record Part(WindowKey window, long keys, BitSet schemaIds) {
    static Part ofTable(long keys, BitSet schemaIds) {
      return new Part(NO_WINDOW, keys, schemaIds);
    }
  }

  long keyCount(String family) {
    return tables.getOrDefault(family, List.of()).stream().mapToLong(Part::keys).sum();
  }

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a buffer in memory does not fail
    }
    return bytes.toByteArray();
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(MAGIC);
    writeBytes(meta, out);
    out.writeInt(schemas.size());
    for (Map.Entry<Integer, String> schema : new TreeMap<>(schemas).entrySet()) {
      out.writeInt(schema.getKey());
      writeBytes(schema.getValue().getBytes(UTF_8), out);
    }
    out.writeInt(tables.size());
    for (Map.Entry<String, List<Part>> table : new TreeMap<>(tables).entrySet()) {
      out.writeUTF(table.getKey());
      out.writeInt(table.getValue().size());
      for (Part part : table.getValue()) {
        writePart(part, out);
      }
    }
  }

  private static void writePart(Part part, DataOutputStream out) throws IOException {
    out.writeLong(part.window().endMs());
    out.writeLong(part.window().startMs());
    out.writeLong(part.keys());
    out.writeInt(part.schemaIds().cardinality());
    for (int id : part.schemaIds().stream().toArray()) {
      out.writeInt(id);
    }
  }

  static StateDirectory read(Path directory) {
    Path file = directory.resolve(FILE);
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      return read(in);
    } catch (IOException e) {
      throw new CorruptStateException("Expected a snapshot, but it is not: file=" + file, e);
    }
  }

  private static StateDirectory read(DataInputStream in) throws IOException {
    int magic = in.readInt();
    if (magic != MAGIC) {
      throw new IOException("Expected the mark MRD1, but got 0x" + Integer.toHexString(magic));
    }
    byte[] meta = readBytes(in);
    Map<Integer, String> schemas = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      int id = in.readInt();
      schemas.put(id, new String(readBytes(in), UTF_8));
    }
    Map<String, List<Part>> tables = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String family = in.readUTF();
      tables.put(family, readParts(in));
    }
    if (in.available() > 0) {
      throw new IOException("Expected the end, but there is more: bytes=" + in.available());
    }
    return new StateDirectory(meta, schemas, tables);
  }

  private static List<Part> readParts(DataInputStream in) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      long endMs = in.readLong();
      WindowKey window = new WindowKey(endMs, in.readLong());
      long keys = in.readLong();
      BitSet ids = new BitSet();
      for (int more = in.readInt(); more > 0; more--) {
        ids.set(readId(in));
      }
      parts.add(new Part(window, keys, ids));
    }
    return parts;
  }

  /** A schema's number; one that is out of range is an error, not a huge bit set. */
  private static int readId(DataInputStream in) throws IOException {
    int id = in.readInt();
    if (id < 1 || id > LARGEST_SCHEMA_ID) {
      throw new IOException("Expected the number of a schema, but it is not: id=" + id);
    }
    return id;
  }

  private static void writeBytes(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("Expected a length within the file, but it is not: length=" + length);
    }
    return in.readNBytes(length);
  }
}
