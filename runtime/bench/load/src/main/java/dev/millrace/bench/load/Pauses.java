package dev.millrace.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the serial collector took, by the log of the JVM ({@code -Xlog:gc}) or of an executable
 * ({@code -XX:+PrintGC}): it has one thread and stops all others, so its pauses are processor time,
 * where no other process wants the core.
 */
final class Pauses {
  /** {@code [1.234s][info][gc] GC(5) Pause Young (Allocation Failure) 70M->1M(247M) 3.456ms} */
  private static final Pattern PAUSE = Pattern.compile("GC\\(\\d+\\) Pause .* (\\d+\\.\\d+)ms$");

  private Pauses() {}

  /** All of them; 0 if there is no log. */
  static double seconds(Path log) throws IOException {
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(log)) {
      return lines.mapToDouble(Pauses::ms).sum() / 1_000;
    }
  }

  private static double ms(String line) {
    Matcher pause = PAUSE.matcher(line);
    return pause.find() ? Double.parseDouble(pause.group(1)) : 0;
  }
}
