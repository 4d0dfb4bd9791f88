package dev.millrace.faults;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for a condition, with a deadline. */
final class Until {
  static final Duration DEADLINE = Duration.ofMinutes(4);
  private static final long PROBE_MS = 20;

  private Until() {}

  /**
   * Waits until the condition holds.
   *
   * @param what for the message: "the pod ends"
   * @param evidence for the message, asked when it is too late
   */
  static void holds(String what, BooleanSupplier condition, Supplier<String> evidence) {
    holds(what, DEADLINE, condition, evidence);
  }

  /** As above, with a deadline of one's own. */
  static void holds(
      String what, Duration deadline, BooleanSupplier condition, Supplier<String> evidence) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > deadline.toNanos()) {
        throw new AssertionError(
            "Expected that "
                + what
                + " within "
                + deadline.toSeconds()
                + " s, but it did not happen."
                + evidence.get());
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PROBE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting", e);
    }
  }
}
