package dev.millrace.functions.aggregate;

import java.util.Arrays;

/**
 * A sum of doubles that is rounded only when it is read, so its value does not depend on the order
 * in which they came, nor on how parts of it were merged (rule W10): compensated summation carried
 * through to the end.
 *
 * <p>The exact sum is kept as partials that do not overlap, the smallest first; nearly always one
 * to three. Algorithm: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
 * Robust Geometric Predicates" (1997), Grow-Expansion; the final rounding as in Python's {@code
 * math.fsum}. Adding allocates nothing while the partials fit.
 */
final class DoubleSum {
  private double[] partials;
  private int size;
  private long count;

  DoubleSum() {
    this(new double[4], 0, 0);
  }

  private DoubleSum(double[] partials, int size, long count) {
    this.partials = partials;
    this.size = size;
    this.count = count;
  }

  /** From what {@link #canonical} and {@link #count} gave. */
  static DoubleSum of(double[] parts, long count) {
    DoubleSum sum = new DoubleSum();
    for (double part : parts) {
      sum.grow(part);
    }
    sum.count = count;
    return sum;
  }

  /**
   * Checks that a value can be added: it and the sum are finite.
   *
   * @throws ArithmeticException if not
   */
  void check(double value) {
    double sum = value + (size == 0 ? 0 : partials[size - 1]);
    if (!Double.isFinite(sum)) {
      throw new ArithmeticException(
          "Expected a finite number and a sum within the range of doubles, but one is not: value="
              + value
              + ".");
    }
  }

  /** Adds a value that {@link #check} lets pass. */
  void add(double value) {
    grow(value);
    count++;
  }

  void add(DoubleSum other) {
    for (int i = 0; i < other.size; i++) {
      grow(other.partials[i]);
    }
    count += other.count;
  }

  private void grow(double value) {
    double high = value;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      double low = partials[i];
      if (Math.abs(high) < Math.abs(low)) {
        double swap = high;
        high = low;
        low = swap;
      }
      double sum = high + low;
      double rest = low - (sum - high);
      if (rest != 0) {
        partials[kept++] = rest;
      }
      high = sum;
    }
    if (kept == partials.length) {
      partials = Arrays.copyOf(partials, kept * 2);
    }
    size = kept;
    if (high != 0) {
      partials[size++] = high;
    }
  }

  /** The sum, rounded once. */
  double value() {
    if (size == 0) {
      return 0;
    }
    int at = size - 1;
    double high = partials[at];
    double low = 0;
    while (at > 0) {
      double previous = high;
      double next = partials[--at];
      high = previous + next;
      low = next - (high - previous);
      if (low != 0) {
        break;
      }
    }
    return at > 0 ? halfEven(high, low, partials[at - 1]) : high;
  }

  /** If the rest lies on the same side as the rounding error of a tie, the tie was no tie. */
  private static double halfEven(double high, double low, double rest) {
    if ((low < 0 && rest < 0) || (low > 0 && rest > 0)) {
      double twice = low * 2;
      double other = high + twice;
      if (twice == other - high) {
        return other;
      }
    }
    return high;
  }

  /**
   * The exact sum as the rounded value, the rounded value of what remains, and so on: equal for
   * equal sums, however they came about.
   */
  double[] canonical() {
    DoubleSum rest = new DoubleSum(partials.clone(), size, 0);
    double[] parts = new double[size + 1];
    int found = 0;
    while (rest.size > 0) {
      double part = rest.value();
      if (found == parts.length) {
        parts = Arrays.copyOf(parts, found * 2);
      }
      parts[found++] = part;
      rest.grow(-part);
    }
    return Arrays.copyOf(parts, found);
  }

  long count() {
    return count;
  }
}
