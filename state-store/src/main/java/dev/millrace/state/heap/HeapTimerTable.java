package dev.millrace.state.heap;

import dev.millrace.state.TimerTable;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Timers in a sorted set. */
final class HeapTimerTable implements TimerTable {
  private final TreeSet<Timer> timers = new TreeSet<>(Timer.ORDER);

  @Override
  public void add(long timeMs, long tag, byte[] key) {
    timers.add(new Timer(timeMs, tag, key.clone()));
  }

  @Override
  public void remove(long timeMs, long tag, byte[] key) {
    timers.remove(new Timer(timeMs, tag, key));
  }

  @Override
  public @Nullable Timer first() {
    return timers.isEmpty() ? null : timers.first();
  }

  @Override
  public long size() {
    return timers.size();
  }

  SortedSet<Timer> timers() {
    return timers;
  }
}
