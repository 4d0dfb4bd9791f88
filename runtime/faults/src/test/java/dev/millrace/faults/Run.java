package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.faults.Feed.Event;
import dev.millrace.faults.Functions.Function;
import dev.millrace.services.S3Server;
import dev.millrace.services.SharedServices;
import dev.millrace.state.checkpoint.CheckpointLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.TestInfo;

/**
 * Functions over a feed, from the first event to the last row. Pods come and go meanwhile; what was
 * written up to any moment must be the beginning of what is expected, and in the end all of it.
 */
final class Run implements AutoCloseable {
  private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

  private final String bootstrap;
  private final String name;
  private final long seed;
  private final Feed feed;
  private final String input;
  private final List<Function> functions;
  private final Map<String, List<String>> expected;
  private final Topics topics;
  private final Outputs outputs;
  private final Path folder;
  private final List<String> history = new ArrayList<>();
  private Class<?> test = Run.class;
  private int sent;

  /**
   * Makes the topics; nothing is sent yet.
   *
   * @param name unique among the runs of a build: names of topics and functions begin with it
   */
  Run(String name, long seed, List<Feed.Size> portions) {
    this(SharedServices.kafka().address(), name, seed, portions, false);
  }

  private Run(String bootstrap, String name, long seed, List<Feed.Size> portions, boolean repeats) {
    if (!NAMES.add(name)) {
      // It would find positions and ledger entries of the other, and refuse to go on without its
      // checkpoints.
      throw new IllegalArgumentException(
          "Expected each run to have a name of its own, but two have this: " + name);
    }
    this.bootstrap = bootstrap;
    this.name = name;
    this.seed = seed;
    this.feed = Feed.random(seed, portions);
    this.input = name + "-in";
    this.functions = Functions.all(name, seed, input);
    this.expected = Expectation.of(functions, feed);
    this.topics = new Topics(bootstrap);
    topics.create(input, functions);
    this.outputs = new Outputs(bootstrap, functions, repeats);
    this.folder = newFolder(name);
  }

  /** A run in which rows may come again, but no others. */
  static Run withRepeats(String name, long seed, List<Feed.Size> portions) {
    return new Run(SharedServices.kafka().address(), name, seed, portions, true);
  }

  /** A run for one test of a class, with a name and a seed that follow from the test's. */
  static Run of(TestInfo test, int portions) {
    Method method = test.getTestMethod().orElseThrow();
    long seed = Math.floorMod(method.getName().hashCode(), 1_000L);
    String owner = method.getDeclaringClass().getSimpleName();
    String name = owner + "-" + Integer.toHexString(method.getName().hashCode());
    return new Run(
            name.toLowerCase(Locale.ROOT), seed, Collections.nCopies(portions, Feed.Size.RANDOM))
        .of(method.getDeclaringClass());
  }

  /** A run on other brokers than the shared one. */
  static Run on(String bootstrap, String name, long seed, List<Feed.Size> portions) {
    return new Run(bootstrap, name, seed, portions, false);
  }

  private static Path newFolder(String name) {
    try {
      Path parent = Files.createDirectories(Path.of("target/runs"));
      return Files.createTempDirectory(parent, name + "-").toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pod that runs all functions. */
  PodPlan pod(String pod) {
    return PodPlan.of(pod, name, folder, functions.stream().map(f -> f.write(folder)).toList())
        .with("kafka.bootstrap.servers", bootstrap);
  }

  /** The same without the functions on the record's key. */
  PodPlan rekeyedOnly(PodPlan plan) {
    return without(plan, f -> !f.isRekeyed());
  }

  /** The same with the functions on the record's key only. */
  PodPlan directOnly(PodPlan plan) {
    return without(plan, Function::isRekeyed);
  }

  private PodPlan without(PodPlan plan, Predicate<Function> unwanted) {
    PodPlan some = plan;
    for (Function f : functions) {
      some = unwanted.test(f) ? some.without(f.name()) : some;
    }
    return some;
  }

  List<Function> functions() {
    return functions;
  }

  /** The group under which a function's offsets are. */
  String group(Function function) {
    return name + "." + function.name();
  }

  /** The same plan, in which a loss is accepted on purpose. */
  PodPlan accepting(PodPlan plan, String loss) {
    PodPlan accepting = plan;
    for (Function f : functions) {
      accepting = accepting.with("quarkus.millrace.functions.\"" + f.name() + "\".accept", loss);
    }
    return accepting;
  }

  /** Deletes all records of the input, whether they were read or not. */
  void truncateInput() {
    topics.truncate(input, Feed.PARTITIONS);
    note("the input truncated");
  }

  /** Deletes the topic of the input. */
  void deleteInput() {
    topics.delete(input);
    note("the input deleted");
  }

  /** Adds a partition to the input. */
  void growInput() {
    topics.grow(input, Feed.PARTITIONS + 1);
    note("the input has one partition more");
  }

  /**
   * Closes all windows for the partition that was added: a source that never speaks would hold
   * those of a re-keyed function open (W8).
   */
  void endGrownInput() {
    Event end = feed.events().get(feed.events().size() - 1);
    topics.send(
        input, List.of(new Event(Feed.PARTITIONS, 0, "end", end.user(), end.atMs(), 0, null)));
  }

  /** Sends the next portion of the feed. */
  void sendNext() {
    topics.send(input, feed.portion(sent++));
  }

  /** Sends the next portion, and waits until all is written that the records sent ask for. */
  void sendNextAndAwaitRows(Pod pod) {
    sendNext();
    awaitRowsOfAllSent(pod);
  }

  /** Waits until all is written that the records sent ask for. */
  void awaitRowsOfAllSent(Pod pod) {
    awaitRows(Expectation.count(Expectation.of(functions, feed.first(sent))), pod);
    assertNothingWrongSoFar();
  }

  /** Rows that are committed now. */
  int rows() {
    return outputs.count();
  }

  /** Partitions of all functions, of both stages. */
  int partitions() {
    return functions.stream().mapToInt(f -> (f.isRekeyed() ? 2 : 1) * Feed.PARTITIONS).sum();
  }

  /** Partitions that keep windows, of all functions. */
  int windowPartitions() {
    return functions.size() * Feed.PARTITIONS;
  }

  /** Sends all that was not sent. */
  void sendRest() {
    while (sent < feed.portions().size()) {
      sendNext();
    }
  }

  /** The test that this is a run of, for the command that runs it again. */
  Run of(Class<?> owner) {
    test = owner;
    return this;
  }

  /** What has happened, and how to see it again; for a message. */
  String describe() {
    return Seeds.replay(test, seed) + "\nSo far: " + history;
  }

  /** Remembers what has happened. */
  void note(String happening) {
    history.add(happening);
  }

  /** What is committed so far must be the beginning of what is expected. */
  void assertNothingWrongSoFar() {
    Map<String, List<String>> seen = outputs.read();
    Map<String, List<String>> beginning = new TreeMap<>();
    seen.forEach(
        (group, rows) -> {
          List<String> all = expected.getOrDefault(group, List.of());
          beginning.put(group, all.subList(0, Math.min(rows.size(), all.size())));
        });
    assertSame(seen, beginning);
  }

  /** Lets a pod finish: waits for as many rows as expected, stops it, and compares all rows. */
  void finish(PodPlan plan) {
    try (Pod pod = plan.start()) {
      awaitAllRows(pod);
    }
    assertComplete();
  }

  /** Waits until as many rows are committed as are expected. */
  void awaitAllRows(Pod pod) {
    awaitRows(Expectation.count(expected), pod);
  }

  /** The deadline is for each further row: a slow machine is no fault. */
  private void awaitRows(int all, Pod pod) {
    for (int rows = outputs.count(); rows < all; rows = outputs.count()) {
      int before = rows;
      Until.holds(
          "more than " + before + " of " + all + " rows are written",
          () -> {
            assertThat(pod.isAlive()).as(() -> describe() + pod.evidence()).isTrue();
            return outputs.count() > before;
          },
          () -> "\n" + describe() + pod.evidence());
    }
  }

  /** All that was expected is there, nothing more, and in the right order. */
  void assertComplete() {
    assertSame(outputs.read(), expected);
  }

  /** The checkpoints of all functions in a server. */
  StoredCheckpoints checkpoints(S3Server s3) {
    List<CheckpointLocation> locations = new ArrayList<>();
    for (Function f : functions) {
      for (int p = 0; p < Feed.PARTITIONS; p++) {
        locations.add(new CheckpointLocation(name, f.name(), p));
      }
    }
    return new StoredCheckpoints(s3, locations);
  }

  /** No file is gone that a checkpoint names (C4), wherever a pod died while it deleted some. */
  void assertCheckpointsWhole() {
    assertThat(checkpoints(SharedServices.s3()).missing()).as(this::describe).isEmpty();
  }

  private void assertSame(Map<String, List<String>> seen, Map<String, List<String>> wanted) {
    for (String group : wanted.keySet()) {
      assertThat(seen.get(group)).as("%s. %s", group, describe()).isEqualTo(wanted.get(group));
    }
    assertThat(seen.keySet()).as("Topics and groups. %s", describe()).isEqualTo(wanted.keySet());
  }

  @Override
  public void close() {
    outputs.close();
    topics.close();
  }
}
