package dev.millrace.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Avro's binary encoding from an array (Avro specification, "Binary encoding"). No length is
 * believed beyond the bytes that are left, so a damaged record cannot make it allocate more than a
 * multiple of its own size; Avro's own decoder reserves what the record asks for, up to 2 GiB.
 */
final class ArrayDecoder extends Decoder {
  private byte[] bytes = {};
  private int position;

  void reset(byte[] value, int from) {
    bytes = value;
    position = from;
  }

  boolean isAtEnd() {
    return position == bytes.length;
  }

  int position() {
    return position;
  }

  @Override
  public void readNull() {}

  @Override
  public boolean readBoolean() throws IOException {
    byte read = bytes[take(1)];
    if (read != 0 && read != 1) {
      throw new IOException("Expected a boolean to be 0 or 1.");
    }
    return read == 1;
  }

  @Override
  public int readInt() throws IOException {
    long read = readLong();
    if (read != (int) read) {
      throw new IOException("Expected an int, but it is larger.");
    }
    return (int) read;
  }

  /** Base 128, lowest bits first, zigzag. */
  @Override
  public long readLong() throws IOException {
    long read = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = bytes[take(1)];
      read |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return (read >>> 1) ^ -(read & 1);
      }
    }
    throw new IOException("Expected a long of at most ten bytes, but it has more.");
  }

  @Override
  public float readFloat() throws IOException {
    return Float.intBitsToFloat((int) littleEndian(Float.BYTES));
  }

  @Override
  public double readDouble() throws IOException {
    return Double.longBitsToDouble(littleEndian(Double.BYTES));
  }

  private long littleEndian(int count) throws IOException {
    int at = take(count);
    long read = 0;
    for (int i = count - 1; i >= 0; i--) {
      read = (read << Byte.SIZE) | (bytes[at + i] & 0xFF);
    }
    return read;
  }

  @Override
  public Utf8 readString(@Nullable Utf8 old) throws IOException {
    return new Utf8(readString());
  }

  @Override
  public String readString() throws IOException {
    int length = length();
    return new String(bytes, take(length), length, UTF_8);
  }

  @Override
  public void skipString() throws IOException {
    take(length());
  }

  @Override
  public ByteBuffer readBytes(@Nullable ByteBuffer old) throws IOException {
    byte[] read = new byte[length()];
    readFixed(read, 0, read.length);
    return ByteBuffer.wrap(read);
  }

  @Override
  public void skipBytes() throws IOException {
    take(length());
  }

  @Override
  public void readFixed(byte[] into, int start, int length) throws IOException {
    System.arraycopy(bytes, take(length), into, start, length);
  }

  @Override
  public void skipFixed(int length) throws IOException {
    take(length);
  }

  @Override
  public int readEnum() throws IOException {
    return readInt();
  }

  @Override
  public int readIndex() throws IOException {
    return readInt();
  }

  @Override
  public long readArrayStart() throws IOException {
    return items();
  }

  @Override
  public long arrayNext() throws IOException {
    return items();
  }

  @Override
  public long skipArray() throws IOException {
    return skipItems();
  }

  @Override
  public long readMapStart() throws IOException {
    return items();
  }

  @Override
  public long mapNext() throws IOException {
    return items();
  }

  @Override
  public long skipMap() throws IOException {
    return skipItems();
  }

  /** The number of items of the next block; a negative one is followed by their size in bytes. */
  private long items() throws IOException {
    long count = readLong();
    if (count < 0) {
      count = -count;
      length();
    }
    return fitting(count);
  }

  /** Skips whole blocks where their size is known; else the caller skips that many items. */
  private long skipItems() throws IOException {
    long count = readLong();
    while (count < 0) {
      take(length());
      count = readLong();
    }
    return fitting(count);
  }

  /** Items without bytes, nulls say, would let a few bytes ask for any number of them. */
  private long fitting(long count) throws EOFException {
    if (count < 0 || count > bytes.length - position) {
      throw new EOFException("Expected no more items than bytes.");
    }
    return count;
  }

  private int length() throws IOException {
    long length = readLong();
    if (length < 0 || length > bytes.length - position) {
      throw new EOFException("Expected a length within the record.");
    }
    return (int) length;
  }

  private int take(int count) throws EOFException {
    int at = position;
    if (count < 0 || count > bytes.length - at) {
      throw new EOFException("Expected more bytes.");
    }
    position = at + count;
    return at;
  }
}
