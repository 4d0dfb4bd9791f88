package dev.millrace.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.json.JsonMappers;
import dev.millrace.json.ReflectiveFunctions;
import dev.millrace.json.declarative.DeclarativeFunctions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives a function in a unit test. Records go in, panes come out at once; time passes only when
 * the test says so. It behaves as a pod does: partitions read in order, transactions, checkpoints,
 * replay after a crash; a re-keyed function has both its stages.
 *
 * <pre>{@code
 * try (FunctionHarness flights = FunctionHarness.of(DelaysPerHour.class)) {
 *   flights
 *       .record("UA", new Flight("UA", at("10:05"), 12))
 *       .record("UA", new Flight("UA", at("11:30"), 3))
 *       .expectPanes(onTime("UA", ms("10:00"), ms("11:00"), "{\"flights\":1,\"delay\":12}"))
 *       .expectSameAllWays();
 * }
 * }</pre>
 *
 * <p>{@link #expectSameAllWays} runs all that happened again with other transaction sizes, restores
 * and crashes, which shows what is not deterministic. Used by one thread.
 */
public final class FunctionHarness implements AutoCloseable {
  private static final ObjectMapper JSON = JsonMappers.standard();

  private final Supplier<? extends FunctionDefinition<?, ?, ?>> function;
  private final List<Step> steps = new ArrayList<>();
  private int partitions = 1;
  private long assignedAtMs;
  private @Nullable World<?, ?, ?> world;
  private int panesSeen;
  private int resultsSeen;

  private FunctionHarness(Supplier<? extends FunctionDefinition<?, ?, ?>> function) {
    this.function = function;
  }

  /** A function as an annotated class; each process has an instance of its own. */
  public static FunctionHarness of(Class<?> functionClass) {
    return new FunctionHarness(() -> ReflectiveFunctions.define(functionClass));
  }

  /**
   * A function as a YAML or JSON document.
   *
   * @throws dev.millrace.json.declarative.InvalidDocumentException if it is refused; it lists all
   *     problems
   */
  public static FunctionHarness ofDocument(String document) {
    return new FunctionHarness(() -> DeclarativeFunctions.parse(document, "document").definition());
  }

  /** A function made by hand; all processes share it. */
  public static FunctionHarness of(FunctionDefinition<?, ?, ?> definition) {
    return new FunctionHarness(() -> definition);
  }

  /** Partitions of the input topic; 1 unless set. Before the first step. */
  public FunctionHarness partitions(int count) {
    requireNotStarted("the number of partitions");
    partitions = count;
    return this;
  }

  /** The clock when the partitions are assigned; 0 unless set. Before the first step. */
  public FunctionHarness startAt(long wallMs) {
    requireNotStarted("the start of the clock");
    assignedAtMs = wallMs;
    return this;
  }

  /**
   * A record of partition 0 whose Kafka timestamp is the clock.
   *
   * @param event null for a tombstone; text and bytes are taken as they are, others become JSON
   */
  public FunctionHarness record(@Nullable String key, @Nullable Object event) {
    return record(0, key, event);
  }

  /** A record of a partition whose Kafka timestamp is the clock. */
  public FunctionHarness record(int partition, @Nullable String key, @Nullable Object event) {
    return record(partition, Step.Arrival.NEXT_OFFSET, world().nowMs(), key, event);
  }

  /** A record with all that a record has. */
  public FunctionHarness record(
      int partition, long offset, long timestampMs, @Nullable String key, @Nullable Object event) {
    byte @Nullable [] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    return happen(new Step.Arrival(partition, offset, timestampMs, keyBytes, bytes(event)));
  }

  /** Offsets without a record: control records, or removed by compaction. */
  public FunctionHarness skipTo(int partition, long nextOffset) {
    return happen(new Step.Skip(partition, nextOffset));
  }

  /** Lets the clock go on; silent partitions may fall idle meanwhile (rule W8). */
  public FunctionHarness wallClock(long wallMs) {
    return happen(new Step.Wall(wallMs));
  }

  /** Adds a source partition; only for re-keyed functions. */
  public FunctionHarness addPartition(int partition) {
    return happen(new Step.AddPartition(partition));
  }

  /** Saves all state. */
  public FunctionHarness checkpoint() {
    return happen(new Step.Checkpoint());
  }

  /** The process dies; another restores the last checkpoint and replays the log. */
  public FunctionHarness crash() {
    return happen(new Step.Crash());
  }

  /** One step of a script. */
  public FunctionHarness happen(Step step) {
    world().happen(step);
    steps.add(step);
    return this;
  }

  /** All that a reader of the output has seen. */
  public Outcome outcome() {
    return world().outcome();
  }

  /** All panes so far. */
  public List<PaneRow> panes() {
    return outcome().panes();
  }

  /** All results of a function without windows so far. */
  public List<ResultRow> results() {
    return outcome().results();
  }

  /** Records that were too late. */
  public List<LateRow> late() {
    return outcome().late();
  }

  /** Records that were rejected. */
  public List<DeadLetter> deadLetters() {
    return outcome().deadLetters();
  }

  /** Counters that are not zero, by name. */
  public Map<String, Long> counters() {
    return outcome().counters();
  }

  /** (key, window) pairs that have not fired. */
  public long openWindows() {
    return outcome().openWindows();
  }

  /** Event time of a partition; of all of them if the function is re-keyed. */
  public long watermarkMs(int partition) {
    return world().watermarkMs(partition);
  }

  /** What happened so far, to run it in another {@link Way}. */
  public Script script() {
    return new Script(partitions, assignedAtMs, steps);
  }

  /**
   * Expects exactly these panes since the last such call, in this order for each key.
   *
   * @throws AssertionError with a table of what differs
   */
  public FunctionHarness expectPanes(ExpectedPane... expected) {
    List<PaneRow> all = panes();
    PaneExpectations.require(List.of(expected), all.subList(panesSeen, all.size()));
    panesSeen = all.size();
    return this;
  }

  /** Expects no pane since the last call of {@link #expectPanes}. */
  public FunctionHarness expectNoPanes() {
    return expectPanes();
  }

  /**
   * Expects exactly these results of a function without windows since the last such call, in this
   * order.
   *
   * @throws AssertionError with what was expected and what came
   */
  public FunctionHarness expectResults(ExpectedResult... expected) {
    List<ResultRow> all = results();
    ExpectedResult.require(List.of(expected), all.subList(resultsSeen, all.size()));
    resultsSeen = all.size();
    return this;
  }

  /** Expects no result since the last call of {@link #expectResults}. */
  public FunctionHarness expectNoResults() {
    return expectResults();
  }

  /**
   * Expects that nothing a reader sees depends on transaction sizes, restores and crashes.
   *
   * @throws AssertionError with what differs
   */
  public FunctionHarness expectSameAllWays() {
    Scripts.runAllWays(function, script());
    return this;
  }

  @Override
  public void close() {
    if (world != null) {
      world.close();
    }
  }

  private World<?, ?, ?> world() {
    World<?, ?, ?> present = world;
    if (present == null) {
      present = World.of(function, partitions, assignedAtMs, Way.PLAIN);
      world = present;
    }
    return present;
  }

  private void requireNotStarted(String what) {
    if (world != null) {
      throw new IllegalStateException(
          "Expected "
              + what
              + " before the first step, but there were some: count="
              + steps.size());
    }
  }

  private static byte @Nullable [] bytes(@Nullable Object event) {
    if (event == null) {
      return null;
    }
    if (event instanceof byte[] bytes) {
      return bytes;
    }
    if (event instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return JSON.writeValueAsBytes(event);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "Expected an event that can be written as JSON, but it cannot: type="
              + event.getClass().getName(),
          e);
    }
  }
}
