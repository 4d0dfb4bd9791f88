package dev.millrace.functions.sketch;

import java.util.Map;
import java.util.TreeMap;

/**
 * A histogram of doubles whose buckets are log-linear: each power of two is cut into {@code
 * 2^precision} equal parts, which are the leading bits of the number itself. So finding a bucket is
 * a shift, exact on every machine, and a quantile is off by at most {@code 2^-(precision+1)} of its
 * value (0.4 % at the start).
 *
 * <p>When more than {@link #MAX_BUCKETS} are in use all are halved in precision. The precision is
 * the finest at which the values' buckets fit, a function of the set of values alone: neither their
 * order nor the way parts were merged matters.
 *
 * <p>Ideas: C. Masson, J. Rim, H. Lee, "DDSketch" (VLDB 2019); I. Epicoco et al., "UDDSketch"
 * (2020) for the uniform halving; G. Tene's HdrHistogram for log-linear buckets.
 */
final class LogLinearSketch {
  static final int MAX_BUCKETS = 2048;
  private static final int START_PRECISION = 7;
  private static final int MANTISSA_BITS = 52;
  private static final long LARGEST = Double.doubleToRawLongBits(Double.MAX_VALUE);

  private final TreeMap<Long, Long> counts = new TreeMap<>();
  private int precision = START_PRECISION;
  private long total;

  LogLinearSketch() {}

  /** From what {@link #counts} and {@link #precision} gave. */
  LogLinearSketch(int precision, Map<Long, Long> counts) {
    this.precision = precision;
    for (Map.Entry<Long, Long> entry : counts.entrySet()) {
      addCount(entry.getKey(), entry.getValue());
    }
  }

  /** Adds a finite number. */
  void add(double value) {
    addCount(bucket(value, precision), 1);
    shrink();
  }

  void add(LogLinearSketch other) {
    while (precision > other.precision) {
      halve();
    }
    int shift = other.precision - precision;
    for (Map.Entry<Long, Long> entry : other.counts.entrySet()) {
      addCount(coarser(entry.getKey(), shift), entry.getValue());
    }
    shrink();
  }

  private void addCount(long bucket, long count) {
    counts.merge(bucket, count, Long::sum);
    total += count;
  }

  private void shrink() {
    while (counts.size() > MAX_BUCKETS) {
      halve();
    }
  }

  private void halve() {
    TreeMap<Long, Long> finer = new TreeMap<>(counts);
    counts.clear();
    precision--;
    for (Map.Entry<Long, Long> entry : finer.entrySet()) {
      counts.merge(coarser(entry.getKey(), 1), entry.getValue(), Long::sum);
    }
  }

  /** 0 for zero; else the leading bits of the magnitude plus one, negative for negative numbers. */
  private static long bucket(double value, int precision) {
    if (value == 0) {
      return 0;
    }
    long bits = Double.doubleToRawLongBits(Math.abs(value)) >>> (MANTISSA_BITS - precision);
    return value < 0 ? -(bits + 1) : bits + 1;
  }

  private static long coarser(long bucket, int shift) {
    if (bucket == 0) {
      return 0;
    }
    long bits = (Math.abs(bucket) - 1) >>> shift;
    return bucket < 0 ? -(bits + 1) : bits + 1;
  }

  /** The middle of a bucket. */
  private double middle(long bucket) {
    if (bucket == 0) {
      return 0;
    }
    int shift = MANTISSA_BITS - precision;
    long first = (Math.abs(bucket) - 1) << shift;
    // The last bucket of coarse ones would reach beyond the largest double.
    long last = Math.min(first | ((1L << shift) - 1), LARGEST);
    double from = Double.longBitsToDouble(first);
    double to = Double.longBitsToDouble(last);
    double middle = from + (to - from) / 2;
    return bucket < 0 ? -middle : middle;
  }

  /**
   * The value at a rank: the least whose number of values not above it is at least rank times all.
   *
   * @param rank from 0 to 1
   */
  double quantile(double rank) {
    long wanted = Math.max(1, (long) Math.ceil(rank * total));
    long seen = 0;
    for (Map.Entry<Long, Long> entry : counts.entrySet()) {
      seen += entry.getValue();
      if (seen >= wanted) {
        return middle(entry.getKey());
      }
    }
    throw new IllegalStateException("Expected at least one value, but there is none.");
  }

  boolean isEmpty() {
    return total == 0;
  }

  int precision() {
    return precision;
  }

  /** Number of values by bucket, the smallest first. */
  Map<Long, Long> counts() {
    return counts;
  }
}
