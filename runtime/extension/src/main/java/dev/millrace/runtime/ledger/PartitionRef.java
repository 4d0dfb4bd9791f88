package dev.millrace.runtime.ledger;

import java.util.Comparator;

/**
 * A partition of one stage of a function; its text is {@code p:3} or {@code s:3}.
 *
 * @param number from 0: the partition, or in stage one the number of the source ({@link Sources})
 */
public record PartitionRef(Stage stage, int number) implements Comparable<PartitionRef> {
  private static final Comparator<PartitionRef> ORDER =
      Comparator.comparing(PartitionRef::stage).thenComparingInt(PartitionRef::number);

  public PartitionRef {
    if (number < 0) {
      throw new IllegalArgumentException(
          "Expected a partition from 0 on, but got another: partition=" + number + ".");
    }
  }

  /** A partition whose task keeps windows. */
  public static PartitionRef windows(int number) {
    return new PartitionRef(Stage.WINDOWS, number);
  }

  /** A source that stage one of a re-keyed function reads, by its number. */
  public static PartitionRef source(int number) {
    return new PartitionRef(Stage.SOURCE, number);
  }

  /**
   * Reads {@code p:3} or {@code s:3}.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static PartitionRef parse(String text) {
    for (Stage stage : Stage.values()) {
      String prefix = stage.code() + ":";
      if (text.startsWith(prefix)) {
        return new PartitionRef(stage, Integer.parseInt(text.substring(prefix.length())));
      }
    }
    throw new IllegalArgumentException(
        "Expected a partition as p:<n> or s:<n>, but got other text: text=" + text + ".");
  }

  /** The same in every process, so that what walks over a hash table can be replayed. */
  @Override
  public int hashCode() {
    return 31 * stage.code().hashCode() + number;
  }

  @Override
  public int compareTo(PartitionRef other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return stage.code() + ":" + number;
  }
}
