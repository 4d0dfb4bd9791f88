package dev.millrace.state.heap;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.StateStoreException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The content of a heap snapshot.
 *
 * <pre>
 *   | "MRH1" : 4 | meta length : 4 | meta | tables : 4 |
 *     (name : UTF | schema length : 4 | schema | entries : 8 | length : 4 | section)*
 * </pre>
 *
 * @param meta the engine's own values
 * @param sections the tables, by name
 */
record HeapImage(byte[] meta, Map<String, Section> sections) {

  /** The snapshot's only file. */
  static final String FILE = "heap.state";

  static final HeapImage EMPTY = new HeapImage(new byte[0], Map.of());

  private static final int MAGIC = 0x4D524831;

  /** A table as written; kept as bytes until the table is asked for with its codec. */
  record Section(String schema, long entryCount, byte[] body) {

    void load(HeapNamed table) {
      try {
        table.read(schema, new DataInputStream(new ByteArrayInputStream(body)));
      } catch (IOException e) {
        throw new CorruptStateException("Expected whole values in a snapshot, but met its end", e);
      }
    }
  }

  /** The image of the tables, and of those that nobody asked for since the restore. */
  static HeapImage of(Map<String, Section> unopened, Map<String, HeapNamed> tables, byte[] meta)
      throws IOException {
    Map<String, Section> all = new TreeMap<>(unopened);
    for (Map.Entry<String, HeapNamed> entry : tables.entrySet()) {
      HeapNamed table = entry.getValue();
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      table.write(new DataOutputStream(body));
      all.put(entry.getKey(), new Section(table.schema(), table.entryCount(), body.toByteArray()));
    }
    return new HeapImage(meta.clone(), all);
  }

  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  void write(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.write(directory.resolve(FILE), bytes());
    } catch (IOException e) {
      throw new StateStoreException(
          "Expected to write a snapshot, but could not: directory=" + directory, e);
    }
  }

  private void write(DataOutputStream out) throws IOException {
    out.writeInt(MAGIC);
    HeapSection.writeBytes(meta, out);
    out.writeInt(sections.size());
    for (Map.Entry<String, Section> entry : sections.entrySet()) {
      Section section = entry.getValue();
      out.writeUTF(entry.getKey());
      HeapSection.writeBytes(section.schema().getBytes(UTF_8), out);
      out.writeLong(section.entryCount());
      HeapSection.writeBytes(section.body(), out);
    }
  }

  static HeapImage read(Path directory) {
    Path file = directory.resolve(FILE);
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      return read(in);
    } catch (IOException e) {
      throw new CorruptStateException("Expected a heap snapshot, but it is not: file=" + file, e);
    }
  }

  static HeapImage read(byte[] image) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(image))) {
      return read(in);
    } catch (IOException e) {
      throw new CorruptStateException(
          "Expected the image of a heap snapshot, but it is not: bytes=" + image.length, e);
    }
  }

  private static HeapImage read(DataInputStream in) throws IOException {
    int magic = in.readInt();
    if (magic != MAGIC) {
      throw new IOException("Expected the mark MRH1, but got 0x" + Integer.toHexString(magic));
    }
    byte[] meta = HeapSection.readBytes(in);
    Map<String, Section> sections = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String name = in.readUTF();
      String schema = new String(HeapSection.readBytes(in), UTF_8);
      long entryCount = in.readLong();
      sections.put(name, new Section(schema, entryCount, HeapSection.readBytes(in)));
    }
    if (in.available() > 0) {
      throw new IOException("Expected the end, but there is more: bytes=" + in.available());
    }
    return new HeapImage(meta, sections);
  }
}
