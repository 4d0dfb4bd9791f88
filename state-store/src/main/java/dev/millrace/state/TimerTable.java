package dev.millrace.state;

import org.jspecify.annotations.Nullable;

/** An ordered set of timers, by (time, tag, key bytes unsigned). */
public interface TimerTable {

  /** A timer. */
  record Timer(long timeMs, long tag, byte[] key) {}

  void add(long timeMs, long tag, byte[] key);

  void remove(long timeMs, long tag, byte[] key);

  /** The first timer, or null. */
  @Nullable Timer first();

  long size();
}
