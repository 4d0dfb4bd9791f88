package dev.millrace.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A small shell process that holds the other end of a pipe. When this process ends, in whatever
 * way, the pipe closes and the shell kills the children that are still guarded. A shutdown hook
 * would not run after a SIGKILL.
 */
final class Watchdog {
  private static final String SCRIPT =
      """
      trap '' INT HUP TERM
      pids=' '
      while read -r verb pid; do
        case "$verb$pids" in
          guard*) pids="$pids$pid " ;;
          release*" $pid "*) pids="${pids%% $pid *} ${pids#* $pid }" ;;
        esac
      done
      for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
      """;

  private static @Nullable Watchdog instance;

  private final Writer pipe;

  private Watchdog(Writer pipe) {
    this.pipe = pipe;
  }

  static synchronized Watchdog instance() {
    Watchdog present = instance;
    if (present == null) {
      present = new Watchdog(startShell());
      instance = present;
    }
    return present;
  }

  private static Writer startShell() {
    try {
      return new ProcessBuilder("/bin/sh", "-c", SCRIPT)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .outputWriter(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Guards a process until it ends or is released. */
  void guard(ProcessHandle process) {
    tell("guard " + process.pid());
    var unused = process.onExit().thenRun(() -> release(process));
  }

  /** Forgets a process: its number may soon be another's, or it may outlive this one. */
  void release(ProcessHandle process) {
    tell("release " + process.pid());
  }

  private synchronized void tell(String line) {
    try {
      pipe.write(line + "\n");
      pipe.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
