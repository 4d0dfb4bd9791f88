package dev.millrace.runtime.ingest;

/** Lets one message a minute through. Used by one thread. */
final class LogLimiter {
  private static final long QUIET_MS = 60_000;

  private long quietUntilMs = Long.MIN_VALUE;

  boolean allows(long monotonicMs) {
    if (monotonicMs < quietUntilMs) {
      return false;
    }
    quietUntilMs = monotonicMs + QUIET_MS;
    return true;
  }
}
