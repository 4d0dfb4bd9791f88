package dev.millrace.json.declarative;

import dev.millrace.functions.time.EventTimeExtractor;
import org.jspecify.annotations.Nullable;

/** Those fields of an event that the function needs. */
public final class JsonEvent {
  /** Slots that {@link #mark} tells apart. */
  static final int MOST_MARKED = Long.SIZE;

  private final @Nullable Object[] values;
  private long timeMs = EventTimeExtractor.NONE;
  private long marked;

  JsonEvent(int slots) {
    values = new @Nullable Object[slots];
  }

  /**
   * The value in a slot: a {@code String}, {@code Boolean}, {@code Long}, {@code BigInteger} or
   * {@code BigDecimal}; null if it is missing or null.
   */
  @Nullable Object value(int slot) {
    return values[slot];
  }

  void value(int slot, @Nullable Object value) {
    values[slot] = value;
  }

  /**
   * Marks a slot as seen; false if it is for the second time.
   *
   * @param slot below {@link #MOST_MARKED}
   */
  boolean mark(int slot) {
    long bit = 1L << slot;
    boolean isNew = (marked & bit) == 0;
    marked |= bit;
    return isNew;
  }

  /** Event time in epoch milliseconds, once it has been extracted. */
  long timeMs() {
    return timeMs;
  }

  void timeMs(long extractedMs) {
    timeMs = extractedMs;
  }
}
