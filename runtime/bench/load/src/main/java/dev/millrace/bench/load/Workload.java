package dev.millrace.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A seeded stream of purchases at a constant pace of event time, 5 % of them up to 20 s late, keys
 * uniform or by Zipf's law. The same arguments give the same events.
 *
 * @param events how many, from 1
 * @param keys how many different ones, from 1
 * @param exponent of Zipf's law; 0 for uniform keys
 * @param stepMs event time from one event to the next, in milliseconds, from 1
 * @param data how event time runs
 * @param partitions of the topic, from 1; from 2 if one of them falls silent
 */
record Workload(
    long seed, long events, int keys, double exponent, int stepMs, Data data, int partitions) {
  static final long START_MS = 1_700_000_100_000L;
  private static final String END = "end-";
  private static final long END_STEP_MS = 5_000;

  /** So that every partition of a topic behind gets some, nearly surely. */
  private static final int END_USERS_PER_PARTITION = 8;

  private static final int LATE_PERCENT = 5;
  private static final int MAX_LATE_MS = 20_000;
  private static final int MAX_AMOUNT = 1_000;

  /** Hands over all events, in the order of the log. */
  void forEach(Consumer<Purchase> consumer) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] cumulative = cumulative();
    for (long i = 0; i < events; i++) {
      boolean second = i >= events / 2;
      String user = user(random, cumulative);
      while (second && data.isSilent(TestTopics.partition(user.getBytes(UTF_8), partitions))) {
        user = user(random, cumulative);
      }
      int lateMs = random.nextInt(100) < LATE_PERCENT ? random.nextInt(MAX_LATE_MS) : 0;
      long atMs = START_MS + i * stepMs + (second ? data.jumpMs() : 0) - lateMs;
      consumer.accept(new Purchase(user, Math.max(START_MS, atMs), random.nextInt(MAX_AMOUNT)));
    }
  }

  private String user(SplittableRandom random, double[] cumulative) {
    return name(exponent == 0 ? random.nextInt(keys) : zipf(cumulative, random.nextDouble()));
  }

  /** The same with other event time. */
  Workload with(Data other) {
    return new Workload(seed, events, keys, exponent, stepMs, other, partitions);
  }

  /** About 100 bytes. */
  static byte[] json(Purchase event) {
    return ("{\"id\":\"0f8a3c5e-77d1\",\"user\":\""
            + event.user()
            + "\",\"at\":"
            + event.atMs()
            + ",\"amount\":"
            + event.amount()
            + ",\"page\":\"/shop/basket\"}")
        .getBytes(UTF_8);
  }

  /**
   * Events of no user that follow and complete all windows. Event time goes on in small steps: a
   * jump is a data set of its own.
   */
  List<Purchase> ends(Shape shape) {
    int steps = (int) ((shape.longestMs() + 3 * Shape.LATENESS_MS) / END_STEP_MS);
    return IntStream.range(0, steps)
        .mapToObj(
            i ->
                new Purchase(
                    END + i % (END_USERS_PER_PARTITION * partitions),
                    lastMs() + i * END_STEP_MS,
                    /* amount= */ 0))
        .toList();
  }

  /** Later than all events. */
  long lastMs() {
    return START_MS + events * stepMs + data.jumpMs();
  }

  static boolean isEnd(String user) {
    return user.startsWith(END);
  }

  /**
   * How many events are surely in when a window is complete.
   *
   * @param endMs of the window
   */
  long eventsAtCompletion(long endMs) {
    return Math.min(events, (endMs + Shape.LATENESS_MS - START_MS) / stepMs);
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
