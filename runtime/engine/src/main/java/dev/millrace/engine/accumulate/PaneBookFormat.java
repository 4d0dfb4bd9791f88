package dev.millrace.engine.accumulate;

import dev.millrace.functions.PaneKind;
import dev.millrace.functions.state.IncompatibleStateException;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Bytes of a {@link PaneBook}. A window that has not fired takes one byte.
 *
 * <pre>
 *   u8 flags   1 paneCount, 2 newRecords, 4 earlyDueMs, 8 lastValue
 *   i32        paneCount                     if flag 1
 *   i64        newRecords                    if flag 2
 *   i64        earlyDueMs                    if flag 4
 *   u8 i32 []  lastKind, length, lastValue   if flag 8
 * </pre>
 */
final class PaneBookFormat {
  /** Part of the schema text; changes with the layout. */
  static final String VERSION = "pane1";

  private static final int COUNT = 1;
  private static final int NEW_RECORDS = 2;
  private static final int EARLY_DUE = 4;
  private static final int LAST_VALUE = 8;
  private static final int KNOWN = 15;

  private PaneBookFormat() {}

  static void write(PaneBook book, DataOutput out) throws IOException {
    int flags = flags(book);
    out.writeByte(flags);
    if ((flags & COUNT) != 0) {
      out.writeInt(book.paneCount());
    }
    if ((flags & NEW_RECORDS) != 0) {
      out.writeLong(book.newRecords());
    }
    if ((flags & EARLY_DUE) != 0) {
      out.writeLong(book.earlyDueMs());
    }
    byte[] lastValue = book.lastValue();
    PaneKind lastKind = book.lastKind();
    if (lastValue != null && lastKind != null) {
      out.writeByte(code(lastKind));
      out.writeInt(lastValue.length);
      out.write(lastValue);
    }
  }

  static void read(PaneBook book, DataInput in) throws IOException {
    int flags = in.readUnsignedByte();
    if ((flags & ~KNOWN) != 0) {
      throw new IOException(
          "Expected flags of a pane book, but some are unknown: flags=" + flags + ".");
    }
    book.restore((flags & COUNT) != 0 ? in.readInt() : 0);
    long newRecords = (flags & NEW_RECORDS) != 0 ? in.readLong() : 0;
    book.early(newRecords, (flags & EARLY_DUE) != 0 ? in.readLong() : PaneBook.NOT_DUE);
    if ((flags & LAST_VALUE) != 0) {
      PaneKind kind = kind(in.readUnsignedByte());
      book.restoreLast(kind, bytes(in));
    }
  }

  private static int flags(PaneBook book) {
    return (book.paneCount() != 0 ? COUNT : 0)
        | (book.newRecords() != 0 ? NEW_RECORDS : 0)
        | (book.earlyDueMs() != PaneBook.NOT_DUE ? EARLY_DUE : 0)
        | (book.lastValue() != null ? LAST_VALUE : 0);
  }

  private static byte[] bytes(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new IOException("Expected a length, but it is negative: length=" + length + ".");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  private static int code(PaneKind kind) {
    return switch (kind) {
      case EARLY -> 0;
      case ON_TIME -> 1;
      case LATE -> 2;
      case RETRACTION -> 3;
    };
  }

  private static PaneKind kind(int code) throws IOException {
    return switch (code) {
      case 0 -> PaneKind.EARLY;
      case 1 -> PaneKind.ON_TIME;
      case 2 -> PaneKind.LATE;
      case 3 -> PaneKind.RETRACTION;
      default ->
          throw new IOException("Expected the code of a pane kind, but got code=" + code + ".");
    };
  }

  /**
   * The accumulator's schema in the schema text of a table.
   *
   * @throws IncompatibleStateException if the text is of another layout
   */
  static String accumulatorSchema(String layout, String written, String present) {
    if (!written.startsWith(layout + " ")) {
      throw new IncompatibleStateException(
          "Expected state of the present layout, but it was written with another: present="
              + layout
              + " "
              + present
              + ", written="
              + written
              + ". Restore with the version that wrote it.");
    }
    return written.substring(layout.length() + 1);
  }
}
