package dev.millrace.state;

/**
 * A window's place in the order (end, start).
 *
 * @param endMs first instant after the window, epoch milliseconds
 * @param startMs first instant of the window, epoch milliseconds
 */
public record WindowKey(long endMs, long startMs) implements Comparable<WindowKey> {

  /**
   * The place of a window, not just a bound to search from.
   *
   * @throws IllegalArgumentException unless {@code startMs < endMs}
   */
  public static WindowKey ofWindow(long endMs, long startMs) {
    if (startMs >= endMs) {
      throw new IllegalArgumentException(
          "Expected a window to start before it ends, but it does not: startMs="
              + startMs
              + ", endMs="
              + endMs);
    }
    return new WindowKey(endMs, startMs);
  }

  @Override
  public int compareTo(WindowKey other) {
    int byEnd = Long.compare(endMs, other.endMs);
    return byEnd != 0 ? byEnd : Long.compare(startMs, other.startMs);
  }
}
