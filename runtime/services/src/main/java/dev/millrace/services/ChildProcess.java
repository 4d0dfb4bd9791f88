package dev.millrace.services;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A process whose output goes to a file and that ends with this one at the latest, even if this one
 * is killed (see {@link Watchdog}).
 */
public final class ChildProcess implements AutoCloseable {
  private static final int TAIL_BYTES = 4_000;
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(20);
  private static final long PROBE_INTERVAL_MS = 50;

  /** In a session of its own, so that Ctrl-C in a terminal reaches the parent only. */
  private static final List<String> OWN_SESSION =
      List.of(
          "/bin/sh",
          "-c",
          "command -v setsid >/dev/null && exec setsid \"$0\" \"$@\"; trap '' INT; exec \"$0\" \"$@\"");

  private final String name;
  private final @Nullable Path log;
  private final Process process;

  private ChildProcess(String name, @Nullable Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts a process.
   *
   * @param name for messages
   * @param folder its working directory, made if it is not there
   * @param log gets what it prints, added to what is there
   * @param environment added to this process' own
   */
  public static ChildProcess start(
      String name, List<String> command, Path folder, Path log, Map<String, String> environment) {
    List<String> detached = new ArrayList<>(OWN_SESSION);
    detached.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(detached)
            .directory(folder.toFile())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    try {
      Files.createDirectories(folder);
      return launched(name, log, builder);
    } catch (IOException e) {
      throw refused(name, command, e);
    }
  }

  /**
   * Starts a process that shares this one's terminal: input, output and Ctrl-C.
   *
   * @param environment added to this process' own
   */
  public static ChildProcess attached(
      String name, List<String> command, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    try {
      return launched(name, null, builder);
    } catch (IOException e) {
      throw refused(name, command, e);
    }
  }

  private static ChildProcess launched(String name, @Nullable Path log, ProcessBuilder builder)
      throws IOException {
    Process process = builder.start();
    Watchdog.instance().guard(process.toHandle());
    return new ChildProcess(name, log, process);
  }

  private static ServiceException refused(String name, List<String> command, IOException e) {
    return new ServiceException(
        "Expected to start "
            + name
            + ", but the system refused: command="
            + command.get(0)
            + ", error="
            + e.getMessage(),
        e);
  }

  /** The java command of the JDK that runs this. */
  public static String javaCommand() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * Waits until a probe says yes.
   *
   * @throws ServiceException if the process ends before that, or the time is over; with the log's
   *     end
   */
  public void awaitReady(BooleanSupplier probe, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      if (!process.isAlive()) {
        throw notReady("it ended with exit code " + process.exitValue());
      }
      if (probe.getAsBoolean()) {
        return;
      }
      if (System.nanoTime() - deadline > 0) {
        close();
        throw notReady("it did not answer within " + timeout.toSeconds() + " s");
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PROBE_INTERVAL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("Interrupted while waiting for a service", e);
    }
  }

  private ServiceException notReady(String seen) {
    return new ServiceException(
        "Expected " + name + " to start, but " + seen + ": log=" + log + "\n" + logTail());
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The process, for waiting and exit codes. */
  public Process process() {
    return process;
  }

  /** The last few lines that it printed; nothing if it shares the terminal. */
  public String logTail() {
    if (log == null) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - TAIL_BYTES);
      byte[] bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  /** Ends it by SIGKILL and waits until it is gone. */
  public void killHard() {
    process.destroyForcibly();
    awaitExit(STOP_TIMEOUT);
  }

  /** Lets it outlive this process. */
  public void keep() {
    Watchdog.instance().release(process.toHandle());
  }

  /** Ends it by SIGTERM, by SIGKILL if it is not gone after 20 s. */
  @Override
  public void close() {
    process.destroy();
    if (!awaitExit(STOP_TIMEOUT)) {
      killHard();
    }
  }

  private boolean awaitExit(Duration timeout) {
    boolean interrupted = Thread.interrupted();
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
