package dev.millrace.runtime.partition;

/**
 * Which answer the opening of a partition waits for. A service that accepts and never answers is no
 * error for a long time; readiness must say by then that nothing happens, and why.
 *
 * @param answer whose, and to what; empty if it waits for none
 * @param sinceMs since when, by the monotonic clock
 */
record Waiting(String answer, long sinceMs) {
  static final Waiting NONE = new Waiting("", 0);

  /** Usual answers take milliseconds. */
  static final long PATIENCE_MS = 10_000;

  /** What is the matter; empty if nothing is. */
  String complaint(long nowMs) {
    long waitedMs = nowMs - sinceMs;
    return answer.isEmpty() || waitedMs < PATIENCE_MS
        ? ""
        : "Expected an answer within "
            + PATIENCE_MS
            + " ms, but there is none yet: from="
            + answer
            + ", waitedMs="
            + waitedMs
            + ". It is tried again when the client's own time limit is over.";
  }
}
