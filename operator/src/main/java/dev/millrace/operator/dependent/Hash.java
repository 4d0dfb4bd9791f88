package dev.millrace.operator.dependent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Short hashes of objects, by their JSON with the keys in order: the JDK's immutable maps have
 * another order in each process, and an operator that starts anew must not take the pods of the one
 * before for outdated.
 */
final class Hash {
  private static final int LENGTH = 12;

  private Hash() {}

  static String of(Object object) {
    Object ordered = Objects.requireNonNull(ordered(Json.convert(object, Object.class)));
    byte[] json = Json.text(ordered).getBytes(UTF_8);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(json);
      return HexFormat.of().formatHex(digest).substring(0, LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected a JDK with SHA-256, but it has none.", e);
    }
  }

  private static @Nullable Object ordered(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> sorted = new TreeMap<>();
      map.forEach((key, inner) -> sorted.put(key.toString(), ordered(inner)));
      return sorted;
    }
    return value instanceof List<?> list ? list.stream().map(Hash::ordered).toList() : value;
  }
}
