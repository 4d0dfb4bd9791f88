package dev.millrace.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Commands as a user would type them. */
final class Shell {
  private final Map<String, String> environment;

  Shell(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * Runs a command and returns what it prints.
   *
   * @throws AssertionError if it fails or takes too long, with what it printed
   */
  String run(Duration patience, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      Path out = Files.createTempFile("e2e", ".out");
      Process process = builder.redirectOutput(out.toFile()).start();
      boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      String text = Files.readString(out);
      Files.delete(out);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(
            "Expected a command to succeed within "
                + patience
                + ", but it "
                + (ended ? "ended with " + process.exitValue() : "did not end")
                + ": command="
                + String.join(" ", command)
                + ", output="
                + text);
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
