package dev.millrace.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Signals to processes, which Java itself sends but two of. */
final class Signals {
  private Signals() {}

  /** Sends a signal: {@code STOP}, {@code CONT}, {@code TERM}. */
  static void send(long pid, String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while sending a signal", e);
    }
  }

  /** Whether SIGSTOP holds the process. */
  static boolean isStopped(long pid) {
    try {
      // The state follows the name, which is in brackets.
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
