package dev.millrace.bench.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.SplittableRandom;

/**
 * Seeded events of about 100 bytes of JSON, each written over the one before it: making them
 * allocates nothing.
 */
final class Events {
  private static final long START_MS = 1_700_000_100_000L;

  /** One of four partitions that share an event per millisecond. */
  private static final int STEP_MS = 4;

  /** Events in an hour of event time. */
  static final int PER_HOUR = 3_600_000 / STEP_MS;

  private static final int LATE_PERCENT = 5;
  private static final int MAX_LATE_MS = 20_000;
  private static final int MAX_AMOUNT = 1_000;
  private static final String AT = "\"at\":";
  private static final String AMOUNT = "\"amount\":";

  private final SplittableRandom random = new SplittableRandom(1);
  private final byte[][] keys;
  private final byte[] json;
  private final int atIndex;
  private final int amountIndex;
  private long count;

  /** Events of so many users, with equal probability. */
  Events(int users) {
    keys = new byte[users][];
    for (int i = 0; i < users; i++) {
      keys[i] = "user-%07d".formatted(i).getBytes(UTF_8);
    }
    String text =
        "{\"id\":\"0f8a3c5e-77d1\",\"user\":\"user-0000000\",\"at\":1700000100000,\"amount\":100,"
            + "\"page\":\"/shop/basket\"}";
    json = text.getBytes(UTF_8);
    atIndex = text.indexOf(AT) + AT.length();
    amountIndex = text.indexOf(AMOUNT) + AMOUNT.length();
  }

  /** The next one, four milliseconds later, one in twenty up to 20 s late; returns its key. */
  byte[] next() {
    int lateMs = random.nextInt(100) < LATE_PERCENT ? random.nextInt(MAX_LATE_MS) : 0;
    return next(Math.max(START_MS, START_MS + STEP_MS * count - lateMs));
  }

  /** The next one, at the same time as all; returns its key. */
  byte[] nextAtOnce() {
    return next(START_MS);
  }

  private byte[] next(long atMs) {
    count++;
    digits(atMs, atIndex, 13);
    digits(MAX_AMOUNT / 10 + random.nextInt(MAX_AMOUNT * 9 / 10), amountIndex, 3);
    return keys[random.nextInt(keys.length)];
  }

  /** The event that was asked for last. */
  byte[] json() {
    return json;
  }

  private void digits(long value, int from, int digits) {
    long left = value;
    for (int i = from + digits - 1; i >= from; i--) {
      json[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
  }
}
