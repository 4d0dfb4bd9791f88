package dev.millrace.state.rocksdb;

import dev.millrace.state.heap.KeyBytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Timers with the smallest on top: a heap with four children per node (Johnson, 1975), the times in
 * an array of their own, so that a way down touches few lines of memory. Timers come mostly in the
 * order of their times, so adding one is mostly an append. One that is removed stays here until it
 * comes to the top or such ones are more than half: it is known by its entry. For one thread.
 */
final class TimerHeap {
  private static final int ARITY = 4;
  private static final int SMALLEST = 64;

  private long[] times = new long[SMALLEST];
  private @Nullable StateEntry[] entries = new @Nullable StateEntry[SMALLEST];
  private int size;

  /**
   * Adds a timer that is there now; nothing happens if it still is in here.
   *
   * @param live how many timers are there, this one included
   */
  void add(StateEntry entry, int live) {
    if (entry.queued) {
      return;
    }
    if (size >= SMALLEST && size > 2 * live) {
      compact();
    }
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      entries = Arrays.copyOf(entries, 2 * size);
    }
    entry.queued = true;
    up(size++, KeyBytes.first(entry.key()), entry);
  }

  /** The smallest timer that is there, which stays; or null. */
  @Nullable StateEntry first() {
    StateEntry top = entries[0];
    while (top != null && !isThere(top)) {
      removeTop(top);
      top = entries[0];
    }
    return top;
  }

  private static boolean isThere(StateEntry entry) {
    return entry.value != null && !entry.dropped;
  }

  private void removeTop(StateEntry top) {
    top.queued = false;
    size--;
    StateEntry last = entry(size);
    long time = times[size];
    entries[size] = null;
    if (size > 0) {
      down(0, time, last);
    }
  }

  /** Lets go of all that are not there any more. */
  void compact() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      StateEntry entry = entry(i);
      if (isThere(entry)) {
        times[kept] = times[i];
        entries[kept++] = entry;
      } else {
        entry.queued = false;
      }
    }
    Arrays.fill(entries, kept, size, null);
    size = kept;
    for (int i = (size - 2) / ARITY; size > 1 && i >= 0; i--) {
      down(i, times[i], entry(i));
    }
  }

  private void up(int from, long time, StateEntry entry) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) / ARITY;
      if (!isBefore(time, entry, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    times[at] = time;
    entries[at] = entry;
  }

  private void down(int from, long time, StateEntry entry) {
    int at = from;
    for (int child = ARITY * at + 1; child < size; child = ARITY * at + 1) {
      int least = child;
      int end = Math.min(child + ARITY, size);
      for (int i = child + 1; i < end; i++) {
        if (isBefore(times[i], entry(i), least)) {
          least = i;
        }
      }
      if (!isBefore(times[least], entry(least), time, entry)) {
        break;
      }
      move(least, at);
      at = least;
    }
    times[at] = time;
    entries[at] = entry;
  }

  private void move(int from, int to) {
    times[to] = times[from];
    entries[to] = entries[from];
  }

  private boolean isBefore(long time, StateEntry entry, int other) {
    return isBefore(time, entry, times[other], entry(other));
  }

  private static boolean isBefore(long time, StateEntry entry, long otherTime, StateEntry other) {
    return time == otherTime
        ? Arrays.compareUnsigned(entry.key(), other.key()) < 0
        : time < otherTime;
  }

  @SuppressWarnings("NullAway") // there are no gaps below the size
  private StateEntry entry(int at) {
    return entries[at];
  }
}
