package dev.millrace.e2e;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for what must come. */
final class Until {
  /** Machines that do much else at the same time need long for everything. */
  static final Duration PATIENCE = Duration.ofMinutes(6);

  private static final long PAUSE_NS = 100_000_000;

  private Until() {}

  /**
   * Waits until something holds.
   *
   * @param seen told if it does not come
   */
  static void holds(String what, BooleanSupplier condition, Supplier<String> seen) {
    holds(what, PATIENCE, condition, seen);
  }

  /** The same with a deadline of one's own. */
  static void holds(
      String what, Duration patience, BooleanSupplier condition, Supplier<String> seen) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        throw new AssertionError(
            "Expected " + what + " within " + patience + ", but it did not come:\n" + seen.get());
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
  }
}
