package dev.millrace.engine.window;

/**
 * Windows that depend on time alone (rule W5). {@link #assign} points at the windows of a time,
 * which are then read by index: ascending by end, then start. One reused cursor, so that assigning
 * allocates nothing.
 */
public interface AlignedWindows {

  /** Points at the windows that hold a time; returns how many there are. */
  int assign(long timeMs);

  /** First instant of a window of the time assigned last; saturated. */
  long startMs(int index);

  /** First instant after a window of the time assigned last; saturated. */
  long endMs(int index);
}
