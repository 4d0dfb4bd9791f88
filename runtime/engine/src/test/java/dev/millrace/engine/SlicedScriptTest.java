package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule T3: windows merged from slices are the windows kept one by one. */
class SlicedScriptTest {

  /** Exactly the aligned starts in (ts − size, ts], below zero as well. */
  @Test
  void shouldFireEveryAlignedWindowWhenSizeIsNoMultipleOfSlide() {
    Script.run(
        Settings.sliding(10000, 3000).outOfOrderness(20000),
        script ->
            script
                .event(0, "k", 1)
                .expectOpen(4)
                .expectTimer(1000)
                .event(1000, "k", 2)
                .expectOpen(4)
                .expectEntries(2)
                .event(100000, "z", 1)
                .expect(
                    "k [-9000,1000) on-time #0 1 final",
                    "k [-6000,4000) on-time #0 3 final",
                    "k [-3000,7000) on-time #0 3 final",
                    "k [0,10000) on-time #0 3 final")
                .expectOpen(3));
  }

  /** T3: one entry per record's slice, not one per window. */
  @Test
  void shouldKeepOneEntryWhenRecordIsInManyWindows() {
    Script.run(
        Settings.sliding(3600, 60).outOfOrderness(10000),
        script -> script.event(1234, "k", 1).expectEntries(1).expectOpen(60));
  }

  /** Late panes of several windows by one record, by their ends; then announced and forgotten. */
  @Test
  void shouldFireLatePanesWhenFiredWindowsAreKept() {
    Script.run(
        Settings.sliding(10, 5).lateness(10).announceClose(),
        script ->
            script
                .event(7, "k", 1)
                .advance(16)
                .expect("k [0,10) on-time #0 1", "k [5,15) on-time #0 1")
                .event(8, "k", 2)
                .expect("k [0,10) late #1 3", "k [5,15) late #1 3")
                .event(9, "n", 4)
                .expect("n [0,10) late #0 4", "n [5,15) late #0 4")
                .expectTimer(20)
                .advance(20)
                .expect("k [0,10) late #2 3 final", "n [0,10) late #1 4 final")
                .event(8, "k", 8)
                .expect("k [5,15) late #2 11")
                .advance(25)
                .expect("k [5,15) late #3 11 final", "n [5,15) late #1 4 final")
                .expectNoState());
  }

  /** W10: a sum that overflows only when slices are merged is a pane that cannot be made. */
  @Test
  void shouldReportPaneWhenMergeOverflows() {
    Script.run(
        Settings.sliding(10, 5),
        script ->
            script
                .event(1, "k", Long.MAX_VALUE)
                .event(5, "k", 1)
                .expect("k [-5,5) on-time #0 " + Long.MAX_VALUE + " final")
                .advance(15)
                .expect("failed k [0,10) on-time #0", "k [5,15) on-time #0 1 final"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldEqualWindowsKeptOneByOneWhenRandom(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Settings settings = randomSettings(random);
    List<Consumer<Script>> steps = randomSteps(random);
    List<String> sliced = run(settings, Script.Way.PLAIN, steps);
    assertThat(run(settings.notMergeable(), Script.Way.PLAIN, steps))
        .as("kept one by one, seed %s", seed)
        .isEqualTo(sliced);
    for (Script.Way way : seed % 5 == 0 ? Script.Way.values() : new Script.Way[] {}) {
      assertThat(run(settings, way, steps)).as("%s, seed %s", way, seed).isEqualTo(sliced);
    }
  }

  static LongStream seeds() {
    Long replay = Long.getLong("sim.seed");
    return replay != null
        ? LongStream.of(replay)
        : LongStream.range(0, Long.getLong("sim.seeds", 150));
  }

  private static Settings randomSettings(SplittableRandom random) {
    long size = random.nextLong(1, 40);
    Settings settings =
        Settings.of(
                new WindowSpec.Sliding(
                    size, random.nextLong(1, size + 1), random.nextLong(-50, 50)))
            .outOfOrderness(random.nextLong(0, 20))
            .lateness(random.nextBoolean() ? 0 : random.nextLong(0, 60));
    if (random.nextInt(4) == 0) {
      return settings.onClose();
    }
    settings = random.nextBoolean() ? settings.announceClose() : settings;
    return random.nextBoolean() ? settings.accumulation(AccumulationMode.RETRACTING) : settings;
  }

  private static List<Consumer<Script>> randomSteps(SplittableRandom random) {
    List<Consumer<Script>> steps = new ArrayList<>();
    long timeMs = -100;
    for (int i = 0; i < 60; i++) {
      timeMs += random.nextLong(0, 12);
      long at = timeMs - random.nextLong(0, 50);
      String key = "k" + random.nextInt(3);
      long amount = random.nextLong(1, 9);
      boolean advance = random.nextInt(10) == 0;
      steps.add(advance ? script -> script.advance(at) : script -> script.event(at, key, amount));
    }
    steps.add(script -> script.advance(100_000));
    return steps;
  }

  /** Outputs, open windows and the next timer after every step. */
  private static List<String> run(Settings settings, Script.Way way, List<Consumer<Script>> steps) {
    List<String> seen = new ArrayList<>();
    Script.run(
        settings,
        way,
        script -> {
          for (Consumer<Script> step : steps) {
            step.accept(script);
            seen.addAll(script.take());
            seen.add("open " + script.task().openWindows());
            seen.add("timer " + script.task().nextTimerMs());
          }
          script.expectNoState();
        });
    return seen;
  }
}
