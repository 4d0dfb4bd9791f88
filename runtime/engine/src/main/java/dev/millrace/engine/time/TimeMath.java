package dev.millrace.engine.time;

/**
 * Arithmetic on epoch milliseconds that saturates at both ends of {@code long} (rule W1). {@link
 * #NEVER} is later than every watermark: a window whose end does not fit a {@code long} never
 * completes.
 */
public final class TimeMath {

  /** The watermark before the first record: nothing is believed seen. */
  public static final long NO_WATERMARK = Long.MIN_VALUE;

  /** A time that no watermark reaches. */
  public static final long NEVER = Long.MAX_VALUE;

  private TimeMath() {}

  /** {@code a + b}, saturating; {@link #NEVER} plus anything is {@link #NEVER}. */
  public static long plus(long a, long b) {
    if (a == NEVER) {
      return NEVER;
    }
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return sum;
  }

  /** {@code a − b}, saturating. */
  public static long minus(long a, long b) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return difference;
  }

  /**
   * {@code (a − b) mod m} in {@code [0, m)}, for differences that do not fit a {@code long}, too.
   */
  public static long distanceMod(long a, long b, long m) {
    long difference = Math.floorMod(a, m) - Math.floorMod(b, m);
    return difference < 0 ? difference + m : difference;
  }

  /** Whether a watermark has reached a time: {@code watermark ≥ time}, and never {@link #NEVER}. */
  public static boolean reached(long watermarkMs, long timeMs) {
    return watermarkMs >= timeMs && timeMs != NEVER;
  }
}
