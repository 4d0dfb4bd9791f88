package dev.millrace.cli;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Ends things in the reverse order of their start, once: at the end of the command, or when a
 * signal ends this process before.
 */
final class Shutdown implements AutoCloseable {
  private final Deque<Runnable> steps = new ArrayDeque<>();

  Shutdown() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "shutdown"));
  }

  /** Adds what is to be done before all that was added earlier. */
  synchronized void first(Runnable step) {
    steps.push(step);
  }

  @Override
  public synchronized void close() {
    while (!steps.isEmpty()) {
      steps.pop().run();
    }
  }
}
