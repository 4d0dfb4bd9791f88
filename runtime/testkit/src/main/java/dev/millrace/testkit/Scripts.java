package dev.millrace.testkit;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.json.ReflectiveFunctions;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** Runs scripts. */
public final class Scripts {

  private Scripts() {}

  /** Runs a script in one way, with one instance of the function for all processes. */
  public static Outcome run(FunctionDefinition<?, ?, ?> function, Script script, Way way) {
    return run(() -> function, script, way);
  }

  /** Runs a script in one way; the function is defined anew for each process. */
  public static Outcome run(
      Supplier<? extends FunctionDefinition<?, ?, ?>> function, Script script, Way way) {
    try (World<?, ?, ?> world =
        World.of(function, script.partitions(), script.assignedAtMs(), way)) {
      script.steps().forEach(world::happen);
      return world.outcome();
    }
  }

  /** As {@link #runAllWays(Supplier, Script)}, with a new instance of the class each time. */
  public static Outcome runAllWays(Class<?> functionClass, Script script) {
    return runAllWays(() -> ReflectiveFunctions.define(functionClass), script);
  }

  /** As {@link #runAllWays(Supplier, Script)}, with one instance of the function for all. */
  public static Outcome runAllWays(FunctionDefinition<?, ?, ?> function, Script script) {
    return runAllWays(() -> function, script);
  }

  /**
   * Runs a script in all ways of {@link Way#ALL}: with transactions of other sizes, restores and
   * crashes after and before every commit, and firings that are split.
   *
   * @param function defined anew for each process: what one remembers, the next one does not
   * @return what a reader of the output sees, the same in all ways
   * @throws AssertionError if it is not the same; the function is then not deterministic (it reads
   *     a clock, a random number, the order of a hash map, or keeps something outside its
   *     accumulator), or its accumulator does not come back from its stored form as it was
   */
  public static Outcome runAllWays(
      Supplier<? extends FunctionDefinition<?, ?, ?>> function, Script script) {
    return runWays(function, script, Way.ALL);
  }

  /** As {@link #runWays(Supplier, Script, List)}, with one instance of the function for all. */
  public static Outcome runWays(
      FunctionDefinition<?, ?, ?> function, Script script, List<Way> ways) {
    return runWays(() -> function, script, ways);
  }

  /** Runs a script in some ways and compares each with the first. */
  public static Outcome runWays(
      Supplier<? extends FunctionDefinition<?, ?, ?>> function, Script script, List<Way> ways) {
    Outcome first = run(function, script, ways.get(0));
    for (Way way : ways.subList(1, ways.size())) {
      requireSame(first, run(function, script, way), ways.get(0).name(), way.name());
    }
    return first;
  }

  private static void requireSame(Outcome expected, Outcome actual, String one, String other) {
    String names = "the way \"" + other + "\" to give what \"" + one + "\" gives";
    if (!expected.panes().equals(actual.panes())) {
      throw new AssertionError(
          "Expected "
              + names
              + ", but panes differ (- only in \""
              + one
              + "\", + only in \""
              + other
              + "\"). Is the function deterministic, and is all it knows in its accumulator?\n"
              + PaneTable.difference(expected.panes(), actual.panes()));
    }
    requireSame(names, "results", expected.results(), actual.results());
    requireSame(names, "late records", expected.late(), actual.late());
    requireSame(names, "dead letters", expected.deadLetters(), actual.deadLetters());
    requireSame(names, "counters", expected.counters(), actual.counters());
    requireSame(names, "open windows", expected.openWindows(), actual.openWindows());
    requireSame(names, "positions", expected.positions(), actual.positions());
  }

  private static void requireSame(String names, String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(
          "Expected " + names + ", but " + what + " differ: " + expected + " became " + actual);
    }
  }
}
