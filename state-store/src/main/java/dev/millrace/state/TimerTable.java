package dev.millrace.state;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** An ordered set of timers, by (time, tag, key bytes unsigned). */
public interface TimerTable {

  /**
   * A timer. Timers are told apart by {@link #ORDER}, not by {@code equals}.
   *
   * @param timeMs when it fires: event time in epoch milliseconds
   * @param tag a number of the owner's
   * @param key not copied, not to be changed
   */
  record Timer(long timeMs, long tag, byte[] key) {

    /** By time, then tag, then key as unsigned bytes. */
    public static final Comparator<Timer> ORDER =
        Comparator.comparingLong(Timer::timeMs)
            .thenComparingLong(Timer::tag)
            .thenComparing(Timer::key, Arrays::compareUnsigned);
  }

  /** Adds a timer; nothing happens if it is there. The key is copied if it is kept. */
  void add(long timeMs, long tag, byte[] key);

  /** Removes a timer; nothing happens if it is not there. */
  void remove(long timeMs, long tag, byte[] key);

  /** The first timer, which stays; or null. */
  @Nullable Timer first();

  long size();
}
