package dev.millrace.state.checkpoint;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A checkpoint's place in the order of all of a partition: written as {@code <epoch>-<sequence>}.
 *
 * @param epoch of the owner who wrote it; from 0
 * @param sequence counted by the owner; from 0
 */
public record CheckpointId(long epoch, long sequence) implements Comparable<CheckpointId> {
  /** Numbers without leading zeros, of as many digits as always fit. */
  private static final Pattern TEXT = Pattern.compile("(0|[1-9][0-9]{0,17})-(0|[1-9][0-9]{0,17})");

  private static final Comparator<CheckpointId> ORDER =
      Comparator.comparingLong(CheckpointId::epoch).thenComparingLong(CheckpointId::sequence);

  public CheckpointId {
    if (epoch < 0 || sequence < 0) {
      throw new IllegalArgumentException(
          "Expected epoch and sequence from 0, but got epoch=" + epoch + ", sequence=" + sequence);
    }
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static CheckpointId parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Expected <epoch>-<sequence>, but got another text: text=" + text);
    }
    return new CheckpointId(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
  }

  /** Whether the text is one of an id. */
  static boolean isId(String text) {
    return TEXT.matcher(text).matches();
  }

  /** The next of the same owner. */
  public CheckpointId next() {
    return new CheckpointId(epoch, sequence + 1);
  }

  @Override
  public int compareTo(CheckpointId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return epoch + "-" + sequence;
  }
}
