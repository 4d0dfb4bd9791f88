package dev.millrace.services;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A server in a process of its own. It keeps its folder and its port over {@link #close} and {@link
 * #start}, so that it can be stopped and started again under running clients. Not thread-safe.
 */
public abstract class LocalService implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);

  private final String name;
  private @Nullable ChildProcess process;

  LocalService(String name) {
    this.name = name;
  }

  /** Starts the process, without waiting. */
  abstract ChildProcess launch();

  /** Whether the server answers as a client would want it to. */
  abstract boolean answers();

  /** Where clients find it. */
  public abstract String address();

  /**
   * Starts the process and waits until it answers.
   *
   * @throws ServiceException if it ends or does not answer in time
   * @throws IllegalStateException if it runs already
   */
  public final void start() {
    if (isRunning()) {
      throw new IllegalStateException(
          "Expected " + name + " to be stopped, but it runs: pid=" + pid());
    }
    ChildProcess started = launch();
    process = started;
    started.awaitReady(this::answers, START_TIMEOUT);
  }

  /** Process id, for messages. */
  public final long pid() {
    return process().pid();
  }

  /** Whether the process runs. */
  public final boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Ends it by SIGKILL, as a crash would. */
  public final void killHard() {
    process().killHard();
  }

  /** From now on the process may outlive this one. */
  public final void keep() {
    process().keep();
  }

  /** Ends it in an orderly way; by force if that takes too long. No effect if it does not run. */
  @Override
  public final void close() {
    if (process != null) {
      process.close();
    }
  }

  private ChildProcess process() {
    if (process == null) {
      throw new IllegalStateException("Expected " + name + " to have been started, but it was not");
    }
    return process;
  }
}
