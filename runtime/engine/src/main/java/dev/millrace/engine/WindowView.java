package dev.millrace.engine;

import org.jspecify.annotations.Nullable;

/**
 * A window of a key as it is now.
 *
 * @param panes panes emitted so far, retractions included
 * @param currentResult the encoded result as it would be emitted now; null if there is none
 */
public record WindowView(
    long startMs, long endMs, State state, int panes, byte @Nullable [] currentResult) {

  /** Whether the window has fired. */
  public enum State {
    OPEN,
    FIRED
  }
}
