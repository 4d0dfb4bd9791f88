package dev.millrace.operator.dependent;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short hashes of objects, by their JSON. */
final class Hash {
  private static final int LENGTH = 12;

  private Hash() {}

  static String of(Object object) {
    byte[] json = Json.text(object).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(json);
      return HexFormat.of().formatHex(digest).substring(0, LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected a JDK with SHA-256, but it has none.", e);
    }
  }
}
