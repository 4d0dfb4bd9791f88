package dev.millrace.mutations;

/** Bytes for a message: printable ASCII as it is, all else in hexadecimal. */
final class Printable {
  private static final int MAX_BYTES = 2_000;

  private Printable() {}

  static String of(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(bytes.length, MAX_BYTES); i++) {
      boolean isPlain = bytes[i] >= ' ' && bytes[i] < 0x7F && bytes[i] != '\\';
      text.append(isPlain ? (char) bytes[i] + "" : String.format("\\x%02X", bytes[i]));
    }
    return bytes.length > MAX_BYTES ? text + "… (" + bytes.length + " bytes)" : text.toString();
  }
}
