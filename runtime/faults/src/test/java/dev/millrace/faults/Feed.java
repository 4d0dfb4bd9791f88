package dev.millrace.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A random log of events: out of order, some late, some too late, some that no function can read.
 * Everything follows from the seed. The record's key is a device, which lives in one partition; the
 * user in the value may be in any. The last events are so far ahead that all windows before close.
 *
 * @param events in the order of sending
 * @param portions how many of them are sent at a time
 */
record Feed(List<Event> events, List<Integer> portions) {
  static final int PARTITIONS = 2;

  /** Events are at most so far behind the newest one before them. */
  static final long LARGEST_DISORDER_MS = 50_000;

  /** Behind the newest one by no more than this, they are on time. */
  static final long OUT_OF_ORDERNESS_MS = 2_000;

  private static final long START_MS = 1_700_000_000_000L;
  private static final int CROWD = 500;
  private static final long CLOSING_MS = 3_600_000;

  Feed {
    events = List.copyOf(events);
    portions = List.copyOf(portions);
  }

  /**
   * An event and where it is sent to.
   *
   * @param offset it will have in the partition
   * @param key null where there is none
   * @param rejection why it is rejected, or null if it is not
   */
  record Event(
      int partition,
      long offset,
      @Nullable String key,
      String user,
      long atMs,
      long amount,
      @Nullable String rejection) {

    /** The record's value. */
    String value() {
      if ("undecodable".equals(rejection)) {
        return "{\"at\":" + atMs + ",";
      }
      String at = "invalid_ts".equals(rejection) ? "\"soon\"" : Long.toString(atMs);
      String who = key == null ? "null" : "\"" + user + "\"";
      return "{\"at\":" + at + ",\"user\":" + who + ",\"amount\":" + amount + "}";
    }
  }

  /** What is in a portion. */
  enum Size {
    /** Enough for some transactions and a checkpoint. */
    RANDOM,
    /** Many keys at once, more than a snapshot encodes in one step. */
    CROWD
  }

  /** A feed of these portions. */
  static Feed random(long seed, List<Size> portions) {
    return new Maker(new SplittableRandom(seed)).make(portions);
  }

  /** The feed up to some portion. */
  Feed first(int count) {
    int size = portions.subList(0, count).stream().mapToInt(Integer::intValue).sum();
    return new Feed(events.subList(0, size), portions.subList(0, count));
  }

  /** The events of a portion; the last one has the closing events too. */
  List<Event> portion(int index) {
    int from = portions.subList(0, index).stream().mapToInt(Integer::intValue).sum();
    return events.subList(from, from + portions.get(index));
  }

  /** Makes one event after the other. */
  private static final class Maker {
    private final SplittableRandom random;
    private final int keys;
    private final int stepMs;
    private final long[] offsets = new long[PARTITIONS];
    private final List<Event> events = new ArrayList<>();
    private long newestMs = START_MS;

    Maker(SplittableRandom random) {
      this.random = random;
      this.keys = random.nextInt(10, 40);
      this.stepMs = random.nextInt(20, 120);
    }

    Feed make(List<Size> sizes) {
      List<Integer> portions = new ArrayList<>();
      for (Size size : sizes) {
        int before = events.size();
        if (size == Size.CROWD) {
          addCrowd();
        } else {
          addSome();
        }
        if (portions.size() == sizes.size() - 1) {
          close();
        }
        portions.add(events.size() - before);
      }
      return new Feed(events, portions);
    }

    private void addSome() {
      int size = random.nextInt(150, 600);
      for (int i = 0; i < size; i++) {
        add();
      }
    }

    /** All in one partition and at one time, so that each is in three sliding windows. */
    private void addCrowd() {
      for (int i = 0; i < CROWD; i++) {
        add(0, "crowd-" + i, "user-" + random.nextInt(keys), newestMs, null);
      }
    }

    private void add() {
      newestMs += random.nextInt(1, 2 * stepMs);
      int device = random.nextInt(keys);
      int luck = random.nextInt(1_000);
      String rejection =
          luck < 3 ? "undecodable" : luck < 6 ? "invalid_ts" : luck < 9 ? "null_key" : null;
      boolean hasKey = !"null_key".equals(rejection);
      add(
          device % PARTITIONS,
          hasKey ? "device-" + device : null,
          "user-" + random.nextInt(keys),
          newestMs - disorder(),
          rejection);
    }

    private long disorder() {
      int luck = random.nextInt(100);
      if (luck < 92) {
        return random.nextLong(OUT_OF_ORDERNESS_MS);
      }
      return luck < 97 ? random.nextLong(12_000) : random.nextLong(LARGEST_DISORDER_MS);
    }

    private void close() {
      for (int p = 0; p < PARTITIONS; p++) {
        add(p, "end-" + p, "end", newestMs + CLOSING_MS, null);
      }
    }

    private void add(
        int partition, @Nullable String key, String user, long atMs, @Nullable String rejection) {
      events.add(
          new Event(
              partition,
              offsets[partition]++,
              key,
              user,
              atMs,
              random.nextLong(-100, 1_000),
              rejection));
    }
  }
}
