package dev.millrace.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Commands of the machine. */
final class Commands {
  private Commands() {}

  /**
   * Runs a command and returns what it prints.
   *
   * @throws ImagesException if it fails, with what it printed
   */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    if (code != 0) {
      throw new ImagesException(
          "Expected a command to succeed, but it failed: command="
              + String.join(" ", command)
              + ", exit code="
              + code
              + ", output="
              + out);
    }
    return out;
  }
}
