package dev.millrace.cli.guarantees;

import java.util.Comparator;

/**
 * Where a promise ends.
 *
 * @param link what it is about
 * @param seen the setting or fact, as {@code name=value}
 * @param means what can happen, and under what
 * @param remedy what makes it stronger; empty where it is as it has to be
 */
record Weakness(Kind kind, String link, String seen, String means, String remedy) {

  /** The weakest first, and among equals in the order of their links. */
  static final Comparator<Weakness> WEAKEST_FIRST =
      Comparator.comparing(Weakness::kind).thenComparing(Weakness::link);

  /** What the worst is that can happen; the first is the worst. */
  enum Kind {
    /** Records or results can be gone. */
    LOSS("can lose"),
    /** Results can be wrong while all works. */
    WRONG("can be wrong"),
    /** Results can come again. */
    REPEAT("can repeat"),
    /** The function can come to a halt that a person has to end. */
    HALT("can halt"),
    /** Some records are in no result, and are kept beside. */
    ASIDE("sets aside"),
    /** It holds, if those who read the output do something for it. */
    READER("asks of readers");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
