package dev.millrace.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A seeded stream of purchases: one millisecond of event time per event, 5 % of them up to 20 s
 * late, keys uniform or by Zipf's law. The same arguments give the same events.
 *
 * @param events how many, from 1
 * @param keys how many different ones, from 1
 * @param exponent of Zipf's law; 0 for uniform keys
 */
record Workload(long seed, long events, int keys, double exponent) {
  static final long WINDOW_MS = 300_000;
  static final long LATENESS_MS = 30_000;
  static final long START_MS = 1_700_000_100_000L;
  private static final int LATE_PERCENT = 5;
  private static final int MAX_LATE_MS = 20_000;
  private static final int MAX_AMOUNT = 1_000;

  /** One event. */
  record Event(String key, long atMs, int amount) {
    long windowStartMs() {
      return Math.floorDiv(atMs, WINDOW_MS) * WINDOW_MS;
    }

    /** About 100 bytes. */
    byte[] json() {
      return ("{\"id\":\"0f8a3c5e-77d1\",\"user\":\""
              + key
              + "\",\"at\":"
              + atMs
              + ",\"amount\":"
              + amount
              + ",\"page\":\"/shop/basket\"}")
          .getBytes(UTF_8);
    }
  }

  /** Hands over all events, in the order of the log. */
  void forEach(Consumer<Event> consumer) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] cumulative = cumulative();
    for (long i = 0; i < events; i++) {
      int key = exponent == 0 ? random.nextInt(keys) : zipf(cumulative, random.nextDouble());
      int lateMs = random.nextInt(100) < LATE_PERCENT ? random.nextInt(MAX_LATE_MS) : 0;
      long atMs = Math.max(START_MS, START_MS + i - lateMs);
      consumer.accept(new Event(name(key), atMs, random.nextInt(MAX_AMOUNT)));
    }
  }

  /** Late enough to complete every window, for each partition. */
  long endMs() {
    return START_MS + events + WINDOW_MS + 2 * LATENESS_MS;
  }

  private static String name(int key) {
    String digits = Integer.toString(key);
    return "user-" + "0000000".substring(Math.min(7, digits.length())) + digits;
  }

  private double[] cumulative() {
    if (exponent == 0) {
      return new double[0];
    }
    double[] sums =
        IntStream.rangeClosed(1, keys).mapToDouble(k -> Math.pow(k, -exponent)).toArray();
    Arrays.parallelPrefix(sums, Double::sum);
    return sums;
  }

  private static int zipf(double[] cumulative, double uniform) {
    int at = Arrays.binarySearch(cumulative, uniform * cumulative[cumulative.length - 1]);
    return at < 0 ? -at - 1 : at;
  }
}
