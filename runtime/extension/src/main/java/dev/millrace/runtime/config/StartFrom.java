package dev.millrace.runtime.config;

import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Where a function without any position starts, once (rule X6). */
public sealed interface StartFrom {

  /** At the first record there is. */
  record Earliest() implements StartFrom {}

  /** At the records written from now on. */
  record Latest() implements StartFrom {}

  /** At the first record with this Kafka timestamp or a later one. */
  record At(Instant time) implements StartFrom {}

  /**
   * Reads {@code earliest}, {@code latest} or a time.
   *
   * @throws ConfigurationException if it is neither
   */
  static StartFrom parse(String property, String text) {
    return switch (text) {
      case "earliest" -> new Earliest();
      case "latest" -> new Latest();
      default -> {
        try {
          yield new At(Instant.parse(text));
        } catch (DateTimeParseException e) {
          throw new ConfigurationException(
              "Expected earliest, latest or a time such as 2026-01-31T00:00:00Z, but got other"
                  + " text: "
                  + property
                  + "="
                  + text
                  + ".",
              e);
        }
      }
    };
  }
}
