package dev.millrace.engine;

import dev.millrace.engine.operator.WindowOperators;
import dev.millrace.engine.watermark.SourceWatermarks;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.state.IncompatibleStateException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What of a task's state is in no table, as bytes.
 *
 * <pre>
 *   u8   version, 1
 *   utf  layout: the settings that give stored windows their meaning
 *   i64  nextOffset
 *   i64  watermarkMs
 *   i64  openWindows
 *        counters, sources
 * </pre>
 */
record TaskMeta(long nextOffset, long watermarkMs, long openWindows) {
  private static final int VERSION = 1;

  byte[] write(
      FunctionDefinition<?, ?, ?> definition, TaskCounters counters, SourceWatermarks sources) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeUTF(layout(definition));
      out.writeLong(nextOffset);
      out.writeLong(watermarkMs);
      out.writeLong(openWindows);
      counters.write(out);
      sources.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException("Expected to write to memory, but it failed.", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #write} wrote, counters and sources into the objects given.
   *
   * @throws IncompatibleStateException if it is of another version, or of windows with another
   *     meaning
   */
  static TaskMeta read(
      byte[] bytes,
      FunctionDefinition<?, ?, ?> definition,
      TaskCounters counters,
      SourceWatermarks sources) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      checkVersion(in.readUnsignedByte());
      checkLayout(in.readUTF(), layout(definition));
      TaskMeta meta = new TaskMeta(in.readLong(), in.readLong(), in.readLong());
      counters.read(in);
      sources.read(in);
      if (in.read() != -1) {
        throw new IOException("Expected nothing after the sources.");
      }
      return meta;
    } catch (IOException e) {
      throw new IncompatibleStateException(
          "Expected the meta data of a task, but it cannot be read: bytes="
              + bytes.length
              + ", problem="
              + e.getMessage()
              + ". Restore an earlier checkpoint.");
    }
  }

  private static void checkVersion(int version) {
    if (version != VERSION) {
      throw new IncompatibleStateException(
          "Expected state of version "
              + VERSION
              + ", but it was written by another: version="
              + version
              + ". Restore with the release that wrote it, or start over.");
    }
  }

  private static void checkLayout(String written, String present) {
    if (!written.equals(present)) {
      throw new IncompatibleStateException(
          "Expected state of the same windows, but they were changed: written="
              + written
              + ", present="
              + present
              + ". Go back to the settings that wrote it, or start over under another name.");
    }
  }

  /** Settings whose change would give what is stored another meaning. */
  private static String layout(FunctionDefinition<?, ?, ?> definition) {
    FunctionSpec spec = definition.spec();
    return WindowOperators.layout(definition)
        + " "
        + spec.window()
        + " "
        + spec.emission().mode()
        + " "
        + spec.accumulation()
        + " "
        + spec.keySource();
  }
}
