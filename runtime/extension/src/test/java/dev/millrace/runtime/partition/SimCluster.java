package dev.millrace.runtime.partition;

import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.config.StartFrom;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.position.OffsetNote;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * One run: a function on some partitions and pods, with all that goes wrong, then a calm time in
 * which everything has to come to its end.
 */
final class SimCluster {
  private static final int STEPS = 1_500;
  private static final int CALM_STEPS = 60_000;
  private static final int DEEPEST = 2;
  private static final long SIZE_MS = 1_000;

  private final SimWorld world;
  private final Plan plan;
  private final FunctionSpec spec;
  private final SimInputs inputs;
  private final SimBroker broker;
  private final SimLedger ledger;
  private final SimObjects objects;
  private final Path folder;
  private final List<SimPod> pods = new ArrayList<>();
  private final Set<Integer> damaged = new TreeSet<>();
  private int started;
  private int depth;
  private int records;

  /** Where the windows of the function are. */
  enum Kind {
    /** Nowhere: it has none (F1). */
    RECORDS,
    /** In the partitions of its topic. */
    DIRECT,
    /** In those of a re-key topic. */
    REKEYED,
    /** There too; its records come from several topics, which join and leave (R5). */
    UNION
  }

  /**
   * What a run looks like.
   *
   * @param rekeyPartitions partitions of the re-key topic; 0 if windows are in the input's own
   */
  record Plan(
      int partitions,
      int pods,
      long commitMs,
      int maxPanes,
      int retain,
      Duration checkpointEvery,
      Duration lease,
      int rekeyPartitions) {

    static Plan of(SplittableRandom random, boolean isRekeyed) {
      return new Plan(
          random.nextInt(1, 4),
          random.nextInt(1, 4),
          random.nextLong(10, 200),
          random.nextInt(1, 6),
          random.nextInt(2, 4),
          Duration.ofMillis(random.nextLong(1_000, 6_000)),
          Duration.ofMillis(random.nextLong(1_000, 3_000)),
          isRekeyed ? random.nextInt(1, 4) : 0);
    }
  }

  /**
   * A run that is about to begin.
   *
   * @param kind of function
   */
  SimCluster(SimWorld world, Path folder, Kind kind) {
    boolean isRekeyed = kind == Kind.REKEYED || kind == Kind.UNION;
    boolean isStateless = kind == Kind.RECORDS;
    this.world = world;
    this.folder = folder;
    this.plan = Plan.of(world.random, isRekeyed);
    this.spec =
        new FunctionSpec(
            "simulated",
            isStateless ? new WindowSpec.None() : new WindowSpec.Tumbling(SIZE_MS, 0),
            new TimeSpec(
                world.random.nextLong(0, 800),
                world.random.nextBoolean() ? 0 : 1_500,
                // Its verdicts by the clock are no decisions to be judged by: they are committed.
                isStateless ? TimeSpec.UNLIMITED : 30_000,
                world.random.nextLong(1_000, 4_000),
                IdlePolicy.PACE,
                false),
            EmissionSpec.ON_COMPLETE,
            AccumulationMode.ACCUMULATING,
            isRekeyed ? KeySource.REKEY : KeySource.RECORD_KEY,
            ErrorPolicy.DEAD_LETTER);
    this.inputs = new SimInputs(world, plan.partitions(), kind == Kind.UNION);
    this.broker = new SimBroker(world, spec, inputs, settings().topics(), plan.rekeyPartitions());
    this.ledger = new SimLedger(world, broker::committed);
    this.objects = new SimObjects(world, broker);
  }

  SimWorld world() {
    return world;
  }

  Plan plan() {
    return plan;
  }

  FunctionSpec spec() {
    return spec;
  }

  /** As they are configured now. */
  FunctionSettings settings() {
    Topics topics = new Topics(inputs.names(), "panes", "late", "dead-letters", "rekey");
    return new FunctionSettings("sim", "simulated", topics, new StartFrom.Earliest(), 0, Set.of());
  }

  SimInputs inputs() {
    return inputs;
  }

  SimBroker broker() {
    return broker;
  }

  SimLedger ledger() {
    return ledger;
  }

  SimObjects objects() {
    return objects;
  }

  /** Runs it to its end; throws where an invariant does not hold. */
  void run() {
    for (int i = 0; i < plan.pods(); i++) {
      startPod();
    }
    for (int i = 0; i < STEPS; i++) {
      step(true);
    }
    world.calmDown();
    ledger.away(false);
    objects.away(false);
    pods.stream().filter(pod -> !pod.isCurrent()).forEach(SimPod::stop);
    for (int i = 0; !isAtEnd(); i++) {
      if (i == CALM_STEPS) {
        throw world.broken("Nothing fails any more, but the end is not reached");
      }
      step(false);
    }
  }

  private boolean isAtEnd() {
    return broker.isAtEnd() && inputs.areFollowed(ledger.function());
  }

  /** Records read in this run, to see that it did something. */
  int records() {
    return records;
  }

  /** While a pod waits for a service, others go on. */
  void meanwhile() {
    if (depth < DEEPEST && world.mishap(0.05)) {
      depth++;
      try {
        for (int left = world.random.nextInt(1, 20); left > 0; left--) {
          step(false);
        }
      } finally {
        depth--;
      }
    }
  }

  private void step(boolean withChaos) {
    boolean isLong = world.random.nextInt(100) == 0;
    // Pauses longer than a lease are a fault, too: with them everything changes hands for ever.
    int longest = world.isCalm() ? 500 : 2_000;
    world.pass(world.random.nextInt(isLong ? longest : 10));
    int dice = world.random.nextInt(1_000);
    if (dice < 120 && !world.isCalm()) {
      produce();
    } else if (dice < 140 && withChaos) {
      disturb();
    } else {
      stepPod();
    }
    world.rethrow();
  }

  private void stepPod() {
    List<SimPod> ready = pods.stream().filter(SimPod::canStep).toList();
    if (!ready.isEmpty()) {
      ready.get(world.random.nextInt(ready.size())).step();
    } else if (depth == 0 && pods.stream().noneMatch(SimPod::isAlive)) {
      startPod();
    }
    if (depth == 0 && world.isCalm() && pods.stream().noneMatch(SimPod::isCurrent)) {
      startPod();
    }
  }

  private void startPod() {
    pods.removeIf(pod -> !pod.isAlive());
    if (pods.size() < plan.pods()) {
      // A pod may come back under its name; two of one name never live at once.
      String name = "pod-" + world.random.nextInt(plan.pods() + 1);
      if (pods.stream().noneMatch(pod -> pod.name().equals(name))) {
        startPod(name);
      }
    }
  }

  private void startPod(String name) {
    try {
      pods.add(new SimPod(this, name, folder.resolve(name + "-" + started++)));
      world.note("%s starts", name);
    } catch (LedgerException | SimWorld.Crash e) {
      world.note("%s does not start: %s", name, e);
    }
  }

  private void produce() {
    List<TopicPartition> partitions = inputs.partitions();
    TopicPartition partition = partitions.get(world.random.nextInt(partitions.size()));
    String key = Character.toString((char) ('a' + world.random.nextInt(4)));
    long ahead =
        world.random.nextInt(40) == 0
            ? world.random.nextLong(5_000, 60_000)
            : world.random.nextLong(-2_500, 500);
    String name = (plan.rekeyPartitions() > 0 ? key : "") + "r" + records++;
    broker.append(partition, key, new SimFunction.Event(name, world.nowMs() + ahead));
  }

  private void disturb() {
    List<SimPod> alive = pods.stream().filter(SimPod::isAlive).toList();
    if (inputs.isUnion() && world.random.nextInt(6) == 0) {
      inputs.change();
      return;
    }
    switch (world.random.nextInt(12)) {
      case 0 -> ifAny(alive, SimPod::kill);
      case 1, 2 -> ifAny(alive, pod -> pod.stall(world.random.nextLong(100, 6_000)));
      case 3 -> ifAny(alive, SimPod::stop);
      case 4 -> away("Redis", !ledger.isAway());
      case 5 -> away("the object store", !objects.isAway());
      case 6 -> ledger.dump();
      case 7 -> loseLedger();
      case 8 -> expire(List.copyOf(broker.partitions()));
      case 9 -> damage(world.random.nextInt(broker.windowPartitions()));
      default -> startPod();
    }
  }

  private void ifAny(List<SimPod> alive, Consumer<SimPod> what) {
    if (!alive.isEmpty()) {
      what.accept(alive.get(world.random.nextInt(alive.size())));
    }
  }

  private void away(String service, boolean isAway) {
    world.note("%s is %s", service, isAway ? "away" : "back");
    if (service.equals("Redis")) {
      ledger.away(isAway);
    } else {
      objects.away(isAway);
    }
  }

  /** Redis and the group's offsets are not lost together: then nobody knows how far output went. */
  private void loseLedger() {
    if (broker.partitions().stream().anyMatch(broker::isExpired)) {
      return;
    }
    boolean all = world.random.nextBoolean();
    inputs.forgotten();
    world.note(all ? "Redis is emptied" : "Redis goes back to its dump");
    if (all) {
      ledger.empty();
    } else {
      ledger.setBack();
    }
  }

  /** Only what the ledger has may expire. */
  private void expire(List<PartitionRef> any) {
    PartitionRef ref = any.get(world.random.nextInt(any.size()));
    OffsetAndMetadata group = broker.group(ref);
    OffsetNote note = group == null ? null : OffsetNote.parse(group.metadata());
    if (group == null || note == null) {
      return;
    }
    PartitionEntry entry = ledger.entry(ref);
    if (entry.committed() == group.offset()
        && entry.watermarkMs() == note.watermarkMs()
        && (ref.stage() == Stage.SOURCE
            || entry.decisions().equals(note.ledgerTexts(group.offset())))
        && entry.checkpointOffset() <= (note.base().isCheckpoint() ? note.base().offset() : -1)) {
      world.note("the offset of %s expires", ref);
      broker.expire(ref);
    }
  }

  private void damage(int partition) {
    if (!damaged.contains(partition) && objects.damage(partition)) {
      damaged.add(partition);
    }
  }
}
