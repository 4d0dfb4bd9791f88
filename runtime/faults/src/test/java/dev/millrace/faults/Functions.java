package dev.millrace.faults;

import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.json.declarative.DeclarativeFunctions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Declarative functions that a pod runs over a {@link Feed}: tumbling, sliding and session windows
 * on the record's key, each with another kind of emission, and one that is re-keyed.
 */
final class Functions {
  private static final String TUMBLING = "window: {tumbling: {size: 10s}}\n";
  private static final String SLIDING = "window: {sliding: {size: 12s, slide: 4s}}\n";
  private static final String SESSION = "window: {session: {gap: 3s}}\n";
  private static final List<String> WINDOWS = List.of(TUMBLING, SLIDING, SESSION);

  private Functions() {}

  /** A function and its document. */
  record Function(FunctionSpec spec, String document) {
    String name() {
      return spec.name();
    }

    boolean isRekeyed() {
      return spec.keySource() == KeySource.REKEY;
    }

    String panes() {
      return name() + "-panes";
    }

    String late() {
      return name() + "-late";
    }

    String deadLetters() {
      return name() + "-dead-letters";
    }

    /** All topics that it writes for others. */
    List<String> outputs() {
      return List.of(panes(), late(), deadLetters());
    }

    /** Writes the document into a folder. */
    Path write(Path folder) {
      try {
        return Files.writeString(
            Files.createDirectories(folder).resolve(name() + ".yaml"), document);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Four functions on one input topic.
   *
   * @param prefix of their names
   * @param seed says which windows the re-keyed one has
   */
  static List<Function> all(String prefix, long seed, String input) {
    return List.of(
        of(
            prefix + "-tumbling",
            input,
            TUMBLING + onTime() + "lateness: {allowed: 9s, announceClose: true}\n"),
        of(
            prefix + "-sliding",
            input,
            SLIDING + onTime() + "emission: {mode: early, everyRecords: 7}\n"),
        of(
            prefix + "-session",
            input,
            SESSION + onTime() + "lateness: {allowed: 6s}\naccumulation: retracting\n"),
        of(
            prefix + "-rekeyed",
            input,
            "key: user\n" + WINDOWS.get((int) Math.floorMod(seed, 3L)) + neverLate()));
  }

  private static String onTime() {
    return watermarks(Feed.OUT_OF_ORDERNESS_MS);
  }

  /**
   * Several sources of a re-keyed function are read as they come, and what is late then is chance;
   * so here nothing is.
   */
  private static String neverLate() {
    return watermarks(Feed.LARGEST_DISORDER_MS);
  }

  private static String watermarks(long outOfOrdernessMs) {
    return "watermarks: {outOfOrderness: " + outOfOrdernessMs + "ms, idleTimeout: never}\n";
  }

  private static Function of(String name, String input, String settings) {
    String document =
        "name: "
            + name
            + "\n"
            + settings
            + """
            eventTime: {field: at, format: epoch-millis}
            aggregates: {events: count, total: {sum: amount}}
            output: {times: epoch-millis}
            topics: {input: %s}
            """
                .formatted(input);
    FunctionSpec spec = DeclarativeFunctions.parse(document, name).definition().spec();
    return new Function(spec, document);
  }
}
