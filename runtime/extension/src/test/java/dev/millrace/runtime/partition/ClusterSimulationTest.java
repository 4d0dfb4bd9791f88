package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.partition.SimCluster.Kind;
import dev.millrace.runtime.partition.SimWorld.Sabotage;
import dev.millrace.state.Directories;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Pods, partitions and services in one thread, with crashes, stalls, delays and losses at every
 * call, all from a seed (rules X1 to X6, C1 to C4, L1 to L4, A1, A2; of re-keyed functions R1, R2,
 * R4; of unions R3, R5; of functions without windows F1 to F3). {@code -Dsim.seed=n} replays one,
 * {@code -Dsim.runs=n} asks for more, {@code -Dsim.remembered=n} for more of what happened before a
 * failure.
 */
class ClusterSimulationTest {
  private static final Logger LOG = Logger.getLogger("dev.millrace.runtime");
  private static final int RUNS = 1_500;
  private static final int REKEYED_RUNS = 1_500;
  private static final int RECORD_RUNS = 1_000;
  private static final int UNION_RUNS = 1_000;
  private static final int SABOTAGE_RUNS = 400;

  /** Redis was emptied before the first checkpoint, and gave a pod the same epoch again (L3). */
  private static final long SAME_LEASE_AGAIN = 4_064;

  private static Level levelBefore = Level.INFO;

  @TempDir static Path folder = Path.of("");

  /** What is a warning in a pod is the rule here. */
  @BeforeAll
  static void quieten() {
    Level level = LOG.getLevel();
    levelBefore = level == null ? Level.INFO : level;
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void speakAgain() {
    LOG.setLevel(levelBefore);
  }

  private static LongStream seeds(int runs, long... others) {
    Long replay = Long.getLong("sim.seed");
    return replay != null
        ? LongStream.of(replay)
        : LongStream.concat(
            LongStream.of(others), LongStream.range(0, Integer.getInteger("sim.runs", runs)));
  }

  private static int run(long seed, Kind kind, Sabotage sabotage) {
    return run(new SimWorld(seed, sabotage), kind, folder.resolve(sabotage + "-" + seed));
  }

  static int run(SimWorld world, Kind kind, Path own) {
    SimCluster cluster = new SimCluster(world, own, kind);
    try {
      cluster.run();
      return cluster.records();
    } finally {
      if (Files.exists(own)) {
        Directories.delete(own);
      }
    }
  }

  @Test
  void shouldKeepEveryInvariantWhateverHappens() {
    LongStream seeds = seeds(RUNS, SAME_LEASE_AGAIN);
    assertThat(seeds.map(seed -> run(seed, Kind.DIRECT, Sabotage.NONE)).sum()).isPositive();
  }

  @Test
  void shouldKeepEveryInvariantWhateverHappensWhenThereAreNoWindows() {
    LongStream seeds = seeds(RECORD_RUNS);
    assertThat(seeds.map(seed -> run(seed, Kind.RECORDS, Sabotage.NONE)).sum()).isPositive();
  }

  @Test
  void shouldKeepEveryInvariantWhateverHappensWhenKeysAreBroughtTogether() {
    LongStream seeds = seeds(REKEYED_RUNS);
    assertThat(seeds.map(seed -> run(seed, Kind.REKEYED, Sabotage.NONE)).sum()).isPositive();
  }

  @Test
  void shouldKeepEveryInvariantWhateverHappensWhenTopicsJoinAndLeave() {
    LongStream seeds = seeds(UNION_RUNS);
    assertThat(seeds.map(seed -> run(seed, Kind.UNION, Sabotage.NONE)).sum()).isPositive();
  }

  /** A hash table is walked in another order in each process if nobody takes care. */
  @Test
  void shouldHappenTheSameInEveryProcess() throws Exception {
    Process first = replay();
    Process second = replay();
    String story = new String(first.getInputStream().readAllBytes(), UTF_8);
    assertThat(new String(second.getInputStream().readAllBytes(), UTF_8)).isEqualTo(story);
    assertThat(first.waitFor()).isZero();
    assertThat(second.waitFor()).isZero();
    assertThat(story).contains("the end is reached");
  }

  private static Process replay() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Dsim.remembered=100000",
            SimReplay.class.getName())
        .redirectError(Redirect.DISCARD)
        .start();
  }

  @ParameterizedTest
  @EnumSource(value = Sabotage.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldNoticeWhenARuleIsBroken(Sabotage sabotage) {
    requireNoticed(sabotage, sabotage.kind());
  }

  @ParameterizedTest
  @EnumSource(
      value = Sabotage.class,
      names = {"NO_FENCING", "GROUP_IGNORED"})
  void shouldNoticeWhenARuleIsBrokenAndThereAreNoWindows(Sabotage sabotage) {
    requireNoticed(sabotage, Kind.RECORDS);
  }

  private static void requireNoticed(Sabotage sabotage, Kind kind) {
    assertThat(LongStream.range(0, SABOTAGE_RUNS).anyMatch(seed -> isNoticed(seed, sabotage, kind)))
        .as("one of %d runs with %s", SABOTAGE_RUNS, sabotage)
        .isTrue();
  }

  private static boolean isNoticed(long seed, Sabotage sabotage, Kind kind) {
    try {
      run(seed, kind, sabotage);
      return false;
    } catch (AssertionError e) {
      return true;
    }
  }
}
