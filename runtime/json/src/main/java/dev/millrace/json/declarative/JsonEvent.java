package dev.millrace.json.declarative;

import dev.millrace.functions.time.EventTimeExtractor;
import org.jspecify.annotations.Nullable;

/** Those fields of an event that the function needs. */
public final class JsonEvent {
  /** Slots that {@link #mark} tells apart. */
  static final int MOST_MARKED = Long.SIZE - 1;

  /** The mark above those of slots, so that it costs an event no field of its own. */
  private static final long NO_FRACTIONS = 1L << MOST_MARKED;

  private final @Nullable Object[] values;
  private long timeMs = EventTimeExtractor.NONE;
  private long marked;

  JsonEvent(int slots) {
    this(slots, true);
  }

  /**
   * As above.
   *
   * @param takesFractions whether a number may be written with a point, even if it is whole
   */
  JsonEvent(int slots, boolean takesFractions) {
    values = new @Nullable Object[slots];
    this.marked = takesFractions ? 0 : NO_FRACTIONS;
  }

  boolean takesFractions() {
    return (marked & NO_FRACTIONS) == 0;
  }

  /**
   * The value in a slot: a {@code String}, {@code Boolean}, {@code Long}, {@code BigInteger} or
   * {@code BigDecimal}; null if it is missing or null.
   */
  @Nullable Object value(int slot) {
    return values[slot];
  }

  /** All values by slot, not a copy. */
  @Nullable Object[] values() {
    return values;
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
