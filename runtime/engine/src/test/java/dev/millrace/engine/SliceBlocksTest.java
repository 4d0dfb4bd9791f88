package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.Sum.Total;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.Rebuildable;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.heap.HeapPartitionStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rule T3: what windows of many slices share is kept merged. The merge of these tests tells in
 * which order it was called, so that it has to be the same with blocks, without, and as told here.
 */
class SliceBlocksTest {
  private static final long SLIDE = 5;

  private static final Pattern PANE =
      Pattern.compile("(\\S+) \\[-?\\d+,(-?\\d+)\\) \\S+ #\\d+ (-?\\d+).*");

  @TempDir Path directory;

  /** Sums within a slice; a merge of slices is no sum, but {@code 31 · left + right}. */
  private static final class Ordered implements MergeableWindowFunction<Event, Total, Long> {
    private final Sum sum = new Sum();
    private long merges;

    @Override
    public Total create() {
      return sum.create();
    }

    @Override
    public Total add(Total total, Event event) {
      return sum.add(total, event);
    }

    @Override
    public Total merge(Total left, Total right) {
      merges++;
      left.sum = 31 * left.sum + right.sum;
      return left;
    }

    @Override
    public Long finish(Total total, WindowContext context) {
      return total.sum;
    }
  }

  /** What a slice of a key holds, by its number, and what a window of it must be. */
  private static final class Oracle {
    private final TreeMap<Long, Long> slices = new TreeMap<>();

    void add(long timeMs, long amount) {
      slices.merge(Math.floorDiv(timeMs, SLIDE), amount, Long::sum);
    }

    /** Of slices {@code [from, until)}: the largest blocks that fit, from left to right. */
    long window(long from, long until) {
      List<Long> parts = new ArrayList<>();
      long at = from;
      while (at < until) {
        long length = 1;
        while (at % (4 * length) == 0 && at + 4 * length <= until) {
          length *= 4;
        }
        addTo(parts, at, length);
        at += length;
      }
      return folded(parts);
    }

    private void addTo(List<Long> parts, long first, long length) {
      if (slices.subMap(first, first + length).isEmpty()) {
        return;
      }
      if (length == 1) {
        parts.add(slices.get(first));
        return;
      }
      List<Long> quarters = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        addTo(quarters, first + i * length / 4, length / 4);
      }
      parts.add(folded(quarters));
    }

    private static long folded(List<Long> parts) {
      long merged = 0;
      for (long part : parts) {
        merged = 31 * merged + part;
      }
      return merged;
    }
  }

  private enum Way {
    PLAIN,
    ONE_BY_ONE,
    GIVEN_UP,
    GIVEN_UP_WHILE_FIRING,
    NO_ROOM,
    LITTLE_ROOM,
    RESTORED
  }

  /** A task, driven in one of the ways. */
  private final class Run {
    final Ordered function = new Ordered();
    final Outputs outputs = new Outputs();
    private final FunctionDefinition<Event, Total, Long> definition;
    private final Way way;
    private final Path work;
    private final List<Rebuildable> blocks = new ArrayList<>();
    private final InputRecord record = new InputRecord();
    private PartitionStore store;
    private PartitionTask<Event, Total, Long> task;
    private int restores;
    long most;

    Run(Settings settings, Way way) throws IOException {
      this.definition = settings.definition(function);
      this.way = way;
      this.work = Files.createTempDirectory(directory, "run");
      this.store = HeapPartitionStore.create(work);
      this.task = task(store);
    }

    private PartitionTask<Event, Total, Long> task(PartitionStore store) {
      blocks.clear();
      PartitionStore listening =
          (PartitionStore)
              Proxy.newProxyInstance(
                  PartitionStore.class.getClassLoader(),
                  new Class<?>[] {PartitionStore.class},
                  (proxy, method, arguments) -> {
                    if (method.getName().equals("count")) {
                      blocks.add((Rebuildable) arguments[0]);
                    }
                    return method.getName().equals("spareBytes")
                        ? spareBytes()
                        : method.invoke(store, arguments);
                  });
      return new PartitionTask<>(definition, 0, listening, outputs);
    }

    private long spareBytes() {
      return switch (way) {
        case NO_ROOM -> 0;
        case LITTLE_ROOM -> Math.max(0, 2_000 - blocksBytes());
        default -> Long.MAX_VALUE;
      };
    }

    void event(long timeMs, String key, long amount) {
      byte[] value = Event.bytes(timeMs + ":" + amount);
      record.set(0, task.nextOffset(), timeMs, Event.bytes(key), value);
      task.process(record, Long.MAX_VALUE);
      fire();
    }

    void advance(long watermarkMs) {
      task.advance(watermarkMs);
      fire();
    }

    private void fire() {
      while (task.firing()) {
        boolean all = way == Way.PLAIN || way == Way.GIVEN_UP || way == Way.RESTORED;
        task.fire(all ? Integer.MAX_VALUE : 1);
        if (way == Way.GIVEN_UP_WHILE_FIRING) {
          giveUp();
        }
      }
      if (way == Way.GIVEN_UP) {
        giveUp();
      } else if (way == Way.RESTORED) {
        restore();
      }
      most = Math.max(most, blocksBytes());
    }

    private void giveUp() {
      blocks.forEach(Rebuildable::giveUp);
      assertThat(blocksBytes()).isZero();
    }

    long blocksBytes() {
      return blocks.stream().mapToLong(Rebuildable::memoryBytes).sum();
    }

    private void restore() {
      StateSnapshot.PinnedState pinned = store.beginSnapshot(task.meta()).pin();
      store = HeapPartitionStore.restore(work.resolve("r" + restores++), pinned.directory());
      task = task(store);
    }
  }

  static LongStream seeds() {
    Long replay = Long.getLong("sim.seed");
    return replay != null
        ? LongStream.of(replay)
        : LongStream.range(0, Long.getLong("sim.seeds", 40));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldMergeAsBlocksLieWhateverIsKept(long seed) throws IOException {
    List<String> expected = run(seed, Way.PLAIN);
    for (Way way : Way.values()) {
      if (way == Way.RESTORED && seed % 5 != 0) {
        continue; // slow
      }
      assertThat(run(seed, way)).as("%s, seed %s", way, seed).isEqualTo(expected);
    }
  }

  /** Random records, late ones too; every pane of the present state is compared at each step. */
  private List<String> run(long seed, Way way) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int slices = random.nextInt(16, 90);
    long size = slices * SLIDE;
    long lateness = random.nextBoolean() ? 0 : random.nextLong(size);
    Run run =
        new Run(
            Settings.of(new WindowSpec.Sliding(size, SLIDE, 0))
                .outOfOrderness(random.nextLong(60))
                .lateness(lateness),
            way);
    Map<String, Oracle> oracles = new TreeMap<>();
    List<String> seen = new ArrayList<>();
    int keys = random.nextInt(1, 6);
    int apart = random.nextInt(1, 40);
    long timeMs = -300;
    for (int i = 0; i < 150; i++) {
      timeMs += random.nextLong(apart);
      String key = "k" + random.nextInt(keys);
      long atMs = timeMs - (random.nextInt(4) == 0 ? random.nextLong(size) : 0);
      long amount = random.nextLong(1, 1_000);
      if (holds(atMs, size, run, lateness)) {
        oracles.computeIfAbsent(key, k -> new Oracle()).add(atMs, amount);
      }
      run.event(atMs, key, amount);
      seen.addAll(compared(run.outputs.take(), slices, oracles, way));
    }
    run.advance(timeMs + 10L * size);
    seen.addAll(compared(run.outputs.take(), slices, oracles, way));
    assertThat(run.store.entryCount()).isZero();
    assertThat(way == Way.NO_ROOM ? run.most : 0).as("most bytes").isZero();
    assertThat(way == Way.LITTLE_ROOM ? run.most : 0).as("most bytes").isLessThan(1_500);
    assertThat(run.blocksBytes()).as("bytes of blocks").isZero();
    return seen;
  }

  /** Whether the last window of a time is not gone. */
  private static boolean holds(long atMs, long size, Run run, long lateness) {
    long lastEndMs = Math.floorDiv(atMs, SLIDE) * SLIDE + size;
    return run.task.watermarkMs() == PartitionTask.NO_WATERMARK
        || lastEndMs + lateness > run.task.watermarkMs();
  }

  private static List<String> compared(
      List<String> panes, int slices, Map<String, Oracle> oracles, Way way) {
    for (String pane : panes) {
      if (!pane.startsWith("late @")) {
        Matcher parts = PANE.matcher(pane);
        assertThat(parts.matches()).as(pane).isTrue();
        long until = Long.parseLong(parts.group(2)) / SLIDE;
        Oracle oracle = Objects.requireNonNull(oracles.get(parts.group(1)));
        assertThat(Long.parseLong(parts.group(3)))
            .as("%s of %s", pane, way)
            .isEqualTo(oracle.window(until - slices, until));
      }
    }
    return panes;
  }

  /** What it is for: the merges of a pane do not grow with the number of slices. */
  @Test
  void shouldMergeFewPartsPerPaneWhenSlicesAreMany() throws IOException {
    int slices = 300;
    Run run = new Run(Settings.sliding(slices * SLIDE, SLIDE), Way.PLAIN);
    for (int i = 0; i < 2 * slices; i++) {
      run.event(i * SLIDE, "k", 1);
    }
    long before = run.function.merges;
    run.outputs.take();
    for (int i = 2 * slices; i < 3 * slices; i++) {
      run.event(i * SLIDE, "k", 1);
    }
    assertThat(run.outputs.take()).hasSize(slices);
    assertThat((run.function.merges - before) / slices).isBetween(2L, 16L);
  }

  /** A key in one slice of many is merged with nothing, and no block is made for it. */
  @Test
  void shouldMergeNothingWhenOneSliceHasTheKey() throws IOException {
    Run run = new Run(Settings.sliding(300 * SLIDE, SLIDE), Way.PLAIN);
    run.event(0, "k", 7);
    run.advance(100 * SLIDE);
    assertThat(run.outputs.take()).hasSize(100).allMatch(pane -> pane.contains(" 7 final"));
    assertThat(run.function.merges).isZero();
    assertThat(run.blocksBytes()).isZero();
  }

  /** A block is filled in the portions in which its panes are asked for (rule X4). */
  @Test
  void shouldFillBlocksInPortionsWhenFiringIsSplit() throws IOException {
    Run run = new Run(Settings.sliding(64 * SLIDE, SLIDE).outOfOrderness(63 * SLIDE), Way.PLAIN);
    for (int slice = 0; slice < 64; slice++) {
      for (int key = 0; key < 100; key++) {
        run.event(slice * SLIDE, "k" + (100 + key), 1);
      }
    }
    run.outputs.take();
    run.task.advance(4 * SLIDE);
    run.task.fire(301); // of [-60, 4), the first that holds a block, one pane
    long merges = run.function.merges;
    run.task.fire(1);
    assertThat(run.function.merges - merges).as("merges of a pane").isBetween(1L, 8L);
    while (run.task.firing()) {
      run.task.fire(50);
    }
    assertThat(run.outputs.take()).hasSize(400);
    assertThat(run.blocksBytes()).isGreaterThan(100L * 70);
  }

  /** W10: what throws in a block throws in each pane that holds it, and in no other. */
  @Test
  void shouldFailPanesThatHoldAnOverflowWhenItIsInABlock() {
    List<String> panes = new ArrayList<>();
    Script.run(
        Settings.sliding(16, 1),
        Script.Way.PLAIN,
        script -> {
          script.event(0, "k", Long.MAX_VALUE).event(1, "k", 1).event(2, "z", 5).advance(60);
          panes.addAll(script.take());
        });
    assertThat(panes.stream().filter(pane -> pane.startsWith("failed k"))).hasSize(15);
    assertThat(panes.stream().filter(pane -> pane.startsWith("k [-15,1)"))).hasSize(1);
    assertThat(panes.stream().filter(pane -> pane.startsWith("k [1,17)"))).hasSize(1);
    assertThat(panes.stream().filter(pane -> pane.startsWith("z "))).hasSize(16);
  }

  /** A question about windows that are open makes nothing that later records would have to undo. */
  @Test
  void shouldKeepNothingWhenWindowsAreInspected() throws IOException {
    Run run = new Run(Settings.sliding(64 * SLIDE, SLIDE).outOfOrderness(1_000), Way.PLAIN);
    for (int slice = 0; slice < 64; slice++) {
      run.event(slice * SLIDE, "k", 1);
    }
    byte[] key = "k".getBytes(StandardCharsets.UTF_8);
    assertThat(run.task.inspect(key)).hasSize(127);
    assertThat(run.blocksBytes()).isZero();
  }
}
