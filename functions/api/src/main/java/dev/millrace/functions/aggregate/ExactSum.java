package dev.millrace.functions.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * A sum without rounding or overflow. The value is {@code small + big}; {@code big} is only there
 * once a sum of longs has overflowed or a decimal was added, so that sums of longs allocate
 * nothing.
 */
final class ExactSum {
  private static final int MAX_INTEGER_DIGITS = 308;
  private static final int MAX_SCALE = 400;
  private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  private long small;
  private @Nullable BigDecimal big;
  private long count;

  ExactSum() {}

  /** From what {@link #smallPart}, {@link #bigPart} and {@link #count} gave. */
  ExactSum(long small, @Nullable BigDecimal big, long count) {
    this.small = small;
    this.big = big;
    this.count = count;
  }

  /** Adds a number that {@link #check} lets pass. */
  void add(Number value) {
    if (isInteger(value)) {
      addLong(value.longValue());
    } else {
      addDecimal(decimal(value));
    }
    count++;
  }

  void add(ExactSum other) {
    addLong(other.small);
    if (other.big != null) {
      addDecimal(other.big);
    }
    count += other.count;
  }

  /**
   * Checks that a number can be added.
   *
   * @throws ArithmeticException if it is not finite or has too many digits: then it would grow the
   *     state without bound
   * @throws IllegalArgumentException if its type is none of those that are exact
   */
  static void check(Number value) {
    if (!isInteger(value)) {
      BigDecimal decimal = decimal(value);
      if (decimal.precision() - (long) decimal.scale() > MAX_INTEGER_DIGITS
          || decimal.scale() > MAX_SCALE
          || decimal.scale() < -MAX_SCALE) {
        throw new ArithmeticException(
            "Expected a number of at most "
                + MAX_INTEGER_DIGITS
                + " digits before and "
                + MAX_SCALE
                + " after the point, but it has more: precision="
                + decimal.precision()
                + ", scale="
                + decimal.scale()
                + ".");
      }
    }
  }

  private static boolean isInteger(Number value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  /** Floats as the shortest decimal that means them, so that 0.1 + 0.2 is 0.3. */
  private static BigDecimal decimal(Number value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    if (value instanceof BigInteger integer) {
      return new BigDecimal(integer);
    }
    if (value instanceof Double || value instanceof Float) {
      double number = value.doubleValue();
      if (!Double.isFinite(number)) {
        throw new ArithmeticException(
            "Expected a finite number, but it is not: value=" + number + ".");
      }
      return new BigDecimal(value.toString());
    }
    throw new IllegalArgumentException(
        "Expected a number of the JDK's integer, floating-point or Big types, but it is another:"
            + " type="
            + value.getClass().getName()
            + ".");
  }

  private void addLong(long value) {
    long sum = small + value;
    if (((small ^ sum) & (value ^ sum)) < 0) {
      addDecimal(BigDecimal.valueOf(small).add(BigDecimal.valueOf(value)));
      small = 0;
    } else {
      small = sum;
    }
  }

  private void addDecimal(BigDecimal value) {
    big = big == null ? value : big.add(value);
  }

  private BigDecimal total() {
    BigDecimal total = BigDecimal.valueOf(small);
    return big == null ? total : total.add(big);
  }

  private static boolean fitsLong(BigDecimal value) {
    return value.compareTo(MIN_LONG) >= 0
        && value.compareTo(MAX_LONG) <= 0
        && value.stripTrailingZeros().scale() <= 0;
  }

  /** The value: a {@code Long} if it is one, else a {@code BigInteger} or {@code BigDecimal}. */
  Number value() {
    if (big == null) {
      return small;
    }
    BigDecimal total = total();
    if (fitsLong(total)) {
      return total.longValueExact();
    }
    BigDecimal stripped = total.stripTrailingZeros();
    return stripped.scale() <= 0 ? (Number) stripped.toBigIntegerExact() : stripped;
  }

  /** The value over the number of values, rounded once to the nearest double; null if none. */
  @Nullable Double mean() {
    return count == 0
        ? null
        : total().divide(BigDecimal.valueOf(count), MathContext.DECIMAL128).doubleValue();
  }

  /** The value if it is a long, else 0: canonical, whatever the order of adding was. */
  long smallPart() {
    if (big == null) {
      return small;
    }
    return value() instanceof Long whole ? whole : 0;
  }

  /** The value if it is no long, else null. */
  @Nullable BigDecimal bigPart() {
    return big == null || value() instanceof Long ? null : total().stripTrailingZeros();
  }

  long count() {
    return count;
  }
}
