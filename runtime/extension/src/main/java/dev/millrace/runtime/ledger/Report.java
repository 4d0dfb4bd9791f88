package dev.millrace.runtime.ledger;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What keeps an instance from doing its work, as it says itself. For who looks from outside:
 * nothing is decided by it. Holds for as long as it is repeated.
 *
 * <p>As text: {@code <until> <kind> <instance> <text>}.
 *
 * @param kind what kind of thing it is
 * @param instance who says so
 * @param text what was expected and seen, and what to do
 */
public record Report(Kind kind, String instance, String text) {
  private static final int LONGEST = 600;
  private static final int PARTS = 4;

  /** What kind of thing it is. */
  public enum Kind {
    /** There is no bucket for checkpoints. */
    BUCKET_MISSING,
    /** The object store does not accept the credentials, or they permit too little. */
    STORE_REFUSED,
    /** The object store does not answer. */
    STORE_UNREACHABLE,
    /** Kafka does not accept the credentials, or they permit too little. */
    KAFKA_REFUSED,
    /** A topic is missing or another. */
    TOPIC,
    /** Going on would lose or repeat something. */
    REFUSED,
    /** Anything else. */
    OTHER;

    /** The word in the ledger. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Kind of(String label) {
      return Arrays.stream(values())
          .filter(kind -> kind.label().equals(label))
          .findFirst()
          .orElse(OTHER);
    }
  }

  public Report {
    text = text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  /** What stands in the ledger, without its end. */
  String field() {
    return kind.label() + " " + instance + " " + text;
  }

  /**
   * Reads what is in the ledger.
   *
   * @param nowMs by Redis' clock
   * @return null if it holds no longer, or is no report
   */
  static @Nullable Report parse(@Nullable String field, long nowMs) {
    String[] parts = field == null ? new String[0] : field.split(" ", PARTS);
    if (parts.length < PARTS || !parts[0].matches("\\d{1,18}")) {
      return null;
    }
    return Long.parseLong(parts[0]) <= nowMs
        ? null
        : new Report(Kind.of(parts[1]), parts[2], parts[3]);
  }
}
