package dev.millrace.runtime.partition;

import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.runtime.assignment.AssignmentFollower;
import dev.millrace.runtime.assignment.AssignmentListener;
import dev.millrace.runtime.checkpoint.CheckpointTrigger;
import dev.millrace.runtime.checkpoint.HeapStates;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.config.KafkaFailures;
import dev.millrace.runtime.config.StartFrom;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.ingest.LogEnds;
import dev.millrace.runtime.ingest.SteppedReader;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.lane.Lane;
import dev.millrace.runtime.lane.StartTimes;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.partition.PartitionStatus.Phase;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.rekey.DownstreamTimers;
import dev.millrace.state.objectstore.ObjectStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A pod whose threads are steps: the lane with its partitions, the reader, the reporter, what runs
 * in the background, and the follower of the assignment. All of it is the real code; only services
 * and clocks are simulated.
 */
final class SimPod {
  /** How far a pod's clock is off, at most. */
  static final long LARGEST_SKEW_MS = 20_000;

  private final SimCluster cluster;
  private final SimWorld world;
  private final String name;
  private final int version;
  private final Clocks clocks;
  private final Lane lane;
  private final LedgerReporter reporter;
  private final SteppedReader reader;
  private final SimThread assignment;
  private final AssignmentFollower follower;
  private final FunctionContext context;
  private final DownstreamTimers downstream;
  private final List<Runnable> background = new ArrayList<>();
  private final ComingPartitions coming;
  private final Map<PartitionRef, PartitionRunner> runners = new TreeMap<>();
  private boolean alive = true;
  private boolean stopping;
  private boolean busy;
  private long stalledUntilMs = Long.MIN_VALUE;

  SimPod(SimCluster cluster, String name, Path folder) {
    this.cluster = cluster;
    this.world = cluster.world();
    this.name = name;
    this.version = cluster.inputs().version();
    this.clocks = clocks();
    this.lane = new Lane(clocks);
    Ledger ledger = cluster.ledger().client(this::call);
    ObjectStore objects = cluster.objects().client(this);
    this.reporter = new LedgerReporter(ledger, cluster.plan().lease(), clocks);
    Admin admin = admin();
    FunctionSettings settings = cluster.settings();
    KafkaFailures failures = new KafkaFailures(settings, "simulated");
    LogEnds ends = new LogEnds(admin, clocks, failures::explain);
    this.reader = new SteppedReader(new Log(), ends);
    FunctionSpec spec = cluster.spec();
    FunctionEntry entry =
        cluster.inputs().entry(ledger, cluster.broker(), cluster, settings.topics().rekey());
    this.downstream = new DownstreamTimers(spec.time());
    this.context =
        new FunctionContext(
            spec,
            () -> SimFunction.define(spec),
            settings,
            runtimeSettings(),
            entry,
            new SourceTable(entry.sources()),
            ledger,
            reporter,
            new Access(failures),
            reader,
            ends,
            new TopicWatch(admin, settings, failures, Map.of()),
            ref -> HeapStates.of(objects, settings, ref, folder, cluster.plan().retain()),
            background::add,
            new KeyPlacement(),
            clocks,
            new StartTimes(clocks, 0));
    this.coming =
        new ComingPartitions(
            context.checkpoints(),
            background::add,
            (ref, e) -> world.note("%s cannot prepare %s: %s", name, ref, e));
    this.assignment = new SimThread(world);
    this.follower =
        new AssignmentFollower(
            ledger,
            entry,
            name,
            new AssignmentFollower.Timing(
                Duration.ofMillis(200), Duration.ofMillis(50), Duration.ofMillis(1_500)),
            new Listener(),
            assignment);
    follower.start();
  }

  private Clocks clocks() {
    long skewMs = world.random.nextLong(-LARGEST_SKEW_MS, LARGEST_SKEW_MS);
    long originMs = world.random.nextLong(0, 1_000_000);
    return new Clocks() {
      @Override
      public long wallMs() {
        return world.nowMs() + skewMs;
      }

      @Override
      public long nanoTime() {
        return (world.nowMs() + originMs) * 1_000_000;
      }
    };
  }

  private RuntimeSettings runtimeSettings() {
    SimCluster.Plan plan = cluster.plan();
    return new RuntimeSettings(
        name,
        Guarantee.EXACTLY_ONCE,
        plan.commitMs(),
        plan.maxPanes(),
        500,
        new CheckpointTrigger(plan.checkpointEvery(), Duration.ofSeconds(5)),
        plan.lease(),
        Duration.ofSeconds(20),
        Duration.ofSeconds(5),
        0);
  }

  String name() {
    return name;
  }

  /** Whether it knows which topics the function is to read. */
  boolean isCurrent() {
    return version == cluster.inputs().version();
  }

  boolean canStep() {
    return alive && !busy && world.nowMs() >= stalledUntilMs;
  }

  boolean isAlive() {
    return alive;
  }

  /** The process is killed. */
  void kill() {
    world.note("%s is killed", name);
    alive = false;
  }

  /** The process is stopped for a while and comes back: a zombie. */
  void stall(long ms) {
    world.note("%s is stalled for %d ms", name, ms);
    stalledUntilMs = world.nowMs() + ms;
  }

  /** SIGTERM. */
  void stop() {
    if (!stopping) {
      world.note("%s is told to stop", name);
      stopping = true;
      try {
        follower.close();
      } catch (SimWorld.Crash e) {
        alive = false;
      }
      List.copyOf(runners.values()).forEach(PartitionRunner::stop);
    }
  }

  /** A call of a service: the process may die in it, and others may do something meanwhile. */
  void call(String what) {
    if (alive && world.mishap(0.002)) {
      world.note("%s dies in %s", name, what);
      alive = false;
    }
    if (!alive) {
      throw new SimWorld.Crash();
    }
    boolean before = busy;
    busy = true;
    cluster.meanwhile();
    busy = before;
    if (!alive) {
      throw new SimWorld.Crash();
    }
  }

  /** One thread of the pod does one piece of work. */
  void step() {
    try {
      switch (world.random.nextInt(context.isRekeyed() ? 9 : 8)) {
        case 0 -> reader.poll(clocks.wallMs());
        case 1 -> reporter.writeAll();
        case 2 -> assignment.step();
        case 3, 4 -> runInBackground();
        case 8 -> lookDownstream();
        default -> lane.round();
      }
    } catch (SimWorld.Crash e) {
      alive = false;
    }
    if (stopping && runners.isEmpty()) {
      alive = false;
    }
    for (PartitionRunner runner : runners.values()) {
      if (runner.status().phase() == Phase.REFUSED) {
        throw world.broken("%s refuses %s: %s", name, runner.status().ref(), runner.status());
      }
    }
  }

  private void runInBackground() {
    if (!background.isEmpty()) {
      background.remove(world.random.nextInt(background.size())).run();
    }
  }

  private void lookDownstream() {
    try {
      LedgerView view = context.ledger().view();
      if (view != null) {
        downstream.update(view);
      }
    } catch (LedgerException e) {
      world.note("%s cannot look at the ledger: %s", name, e);
    }
  }

  private void ended(PartitionRef ref) {
    runners.remove(ref);
    follower.ended(ref);
  }

  private final class Listener implements AssignmentListener {
    @Override
    public void onView(LedgerView view) {
      context.sources().update(view.function().sources());
      coming.look(view);
    }

    @Override
    public void onAssigned(PartitionRef ref) {
      PartitionGauges gauges = new PartitionGauges();
      PartitionOpener opener =
          ref.stage() == Stage.SOURCE
              ? new RekeyOpener(ref, context, gauges, downstream)
              : new WindowOpener(ref, context, gauges, coming.take(ref));
      PartitionRunner runner =
          new PartitionRunner(ref, context, lane, opener, gauges, () -> ended(ref));
      runners.put(ref, runner);
      runner.start();
    }

    @Override
    public void onPrepare(PartitionRef ref, Runnable ready) {
      if (ref.stage() == Stage.SOURCE) {
        ready.run();
      } else {
        coming.prepare(ref, ready);
      }
    }

    @Override
    public void onPrepareCancelled(PartitionRef ref) {
      coming.cancel(ref);
    }

    @Override
    public void onReleaseRequested(PartitionRef ref, String nextOwner) {
      PartitionRunner runner = runners.get(ref);
      if (runner == null) {
        follower.ended(ref);
      } else {
        runner.handOver();
      }
    }

    @Override
    public void onTrouble(RuntimeException trouble) {
      world.note("%s cannot follow: %s", name, trouble);
    }
  }

  private final class Log implements SteppedReader.Log {
    @Override
    public List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long from) {
      return cluster.broker().read(partition, from, world.random.nextInt(1, 20));
    }

    @Override
    public long nextOffset(
        TopicPartition partition, long from, List<ConsumerRecord<byte[], byte[]>> records) {
      return records.isEmpty()
          ? Math.max(from, cluster.broker().range(partition).end())
          : records.get(records.size() - 1).offset() + 1;
    }
  }

  private final class Access implements KafkaAccess {
    private final KafkaFailures failures;

    Access(KafkaFailures failures) {
      this.failures = failures;
    }

    @Override
    public OutputTransaction open(
        String transactionalId, Guarantee guarantee, ConsumerGroupMetadata group) {
      return cluster.broker().open(SimPod.this, transactionalId);
    }

    @Override
    public @Nullable OffsetAndMetadata groupOffset(TopicPartition partition) {
      call("groupOffset");
      return cluster.broker().group(partition);
    }

    @Override
    public boolean exists(String topic) {
      return !topic.equals("?");
    }

    @Override
    public LogRange range(TopicPartition partition) {
      call("range");
      return cluster.broker().range(partition);
    }

    @Override
    public long startOffset(TopicPartition partition, StartFrom from) {
      return 0;
    }

    @Override
    public void deleteBefore(TopicPartition partition, long offset) {
      call("deleteRecords");
      PartitionRef ref = PartitionRef.windows(partition.partition());
      if (offset > cluster.objects().oldest(ref.number())) {
        throw world.broken("%s is deleted before %d, but a checkpoint needs it", ref, offset);
      }
      boolean tooEarly = world.is(SimWorld.Sabotage.DELETED_TOO_EARLY);
      cluster.broker().deleteBefore(partition, tooEarly ? cluster.broker().committed(ref) : offset);
    }

    @Override
    public KafkaFailures failures() {
      return failures;
    }

    @Override
    public void close() {}
  }

  /** An admin client that knows nothing but the ends of logs. */
  private Admin admin() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("listOffsets")) {
                throw new UnsupportedOperationException(method.getName());
              }
              Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
              for (Object asked : ((Map<?, ?>) arguments[0]).keySet()) {
                TopicPartition partition = (TopicPartition) asked;
                long end = cluster.broker().range(partition).end();
                answers.put(
                    partition,
                    KafkaFuture.completedFuture(
                        new ListOffsetsResultInfo(end, -1, Optional.empty())));
              }
              return new ListOffsetsResult(answers);
            });
  }
}
