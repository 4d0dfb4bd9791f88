package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;

/**
 * Byte forms shared by the state types.
 *
 * <pre>
 * length:  LEB128, 7 bits a byte, lowest first (1 byte below 128)
 * text:    length·2 + wide   then chars: 1 byte each if none is above 0xFF, else 2 (any char, also a
 *                            lone surrogate, comes back)
 * bytes:   length            then the bytes
 * </pre>
 */
final class Wire {

  private Wire() {}

  static void writeLength(int length, DataOutput out) throws IOException {
    int rest = length;
    while ((rest & ~0x7F) != 0) {
      out.writeByte((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  static int readLength(DataInput in) throws IOException {
    int length = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = in.readByte();
      length |= (next & 0x7F) << shift;
      if (next >= 0) {
        return checked(length);
      }
    }
    throw new StreamCorruptedException(
        "Expected a length of at most five bytes, but it goes on. The state is damaged.");
  }

  private static int checked(int length) throws IOException {
    if (length < 0) {
      throw new StreamCorruptedException(
          "Expected a length from 0, but it is negative: length="
              + length
              + ". The state is damaged.");
    }
    return length;
  }

  static void writeText(String text, DataOutput out) throws IOException {
    boolean wide = isWide(text);
    writeLength(Math.multiplyExact(text.length(), 2) + (wide ? 1 : 0), out);
    for (int i = 0; i < text.length(); i++) {
      if (wide) {
        out.writeChar(text.charAt(i));
      } else {
        out.writeByte(text.charAt(i));
      }
    }
  }

  static String readText(DataInput in) throws IOException {
    int header = readLength(in);
    boolean wide = (header & 1) != 0;
    StringBuilder text = new StringBuilder(Math.min(header >>> 1, 1 << 16));
    for (int i = 0; i < header >>> 1; i++) {
      text.append(wide ? in.readChar() : (char) in.readUnsignedByte());
    }
    return text.toString();
  }

  private static boolean isWide(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xFF) {
        return true;
      }
    }
    return false;
  }

  static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    writeLength(bytes.length, out);
    out.write(bytes);
  }

  static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[readLength(in)];
    in.readFully(bytes);
    return bytes;
  }
}
