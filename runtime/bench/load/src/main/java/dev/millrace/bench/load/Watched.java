package dev.millrace.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A process and what Linux knows of it. */
final class Watched implements AutoCloseable {
  private static final int STOP_SECONDS = 20;
  private static final double TICKS_PER_SECOND = 100;

  private final Process process;
  private final long startNs = System.nanoTime();

  Watched(List<String> command, Path log) throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long elapsedMs() {
    return (System.nanoTime() - startNs) / 1_000_000;
  }

  /**
   * User and system time of all threads, 0 when it has ended; fields 14 and 15 of proc(5)'s stat.
   */
  double cpuSeconds() throws IOException {
    if (!process.isAlive()) {
      return 0;
    }
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  /** Its largest resident memory so far, 0 when it has ended. */
  long peakMib() throws IOException {
    if (!process.isAlive()) {
      return 0;
    }
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
      }
    }
    return 0;
  }

  /** Ends it by SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Ends it as an orchestrator would, and after a while by force. */
  @Override
  public void close() {
    process.destroy();
    try {
      process.onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      kill();
    }
  }
}
