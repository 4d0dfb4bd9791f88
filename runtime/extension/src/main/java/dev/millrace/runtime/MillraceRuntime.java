package dev.millrace.runtime;

import dev.millrace.runtime.checkpoint.MemoryPlan;
import dev.millrace.runtime.checkpoint.ObjectStoreCheckpoints;
import dev.millrace.runtime.checkpoint.StateBudget;
import dev.millrace.runtime.config.ConfigCheck;
import dev.millrace.runtime.config.KafkaSettings;
import dev.millrace.runtime.config.MillraceConfig;
import dev.millrace.runtime.faults.ShiftedClocks;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.lane.CompilerBoundaries;
import dev.millrace.runtime.lane.Lane;
import dev.millrace.runtime.lane.StartTimes;
import dev.millrace.runtime.ledger.LedgerConfigurationException;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.RedisSetup;
import dev.millrace.runtime.metrics.FunctionMeters;
import dev.millrace.runtime.metrics.LedgerMeters;
import dev.millrace.runtime.metrics.PartitionMeters;
import dev.millrace.runtime.metrics.StartMeters;
import dev.millrace.runtime.pages.PageRelease;
import dev.millrace.runtime.partition.FunctionRuntime;
import dev.millrace.runtime.partition.FunctionStarter;
import dev.millrace.runtime.partition.RuntimeSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.vertx.redis.client.Redis;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Starts the functions with the application, and stops them in order on SIGTERM. */
@ApplicationScoped
public class MillraceRuntime {
  private static final Logger LOG = Logger.getLogger(MillraceRuntime.class);
  private static final Duration LEDGER_TIMEOUT = Duration.ofSeconds(3);
  private static final int LEAST_LANES = 4;
  private static final int BACKGROUND_THREADS = 16;
  private static final long RETRY_MS = 1_000;

  /** Longer than any client's own time limit, three times over for a commit. */
  private static final long HANGING_MS = 300_000;

  private final MillraceConfig config;
  private final FunctionRegistry registry;
  private final KafkaSettings kafka;
  private final Redis redis;
  private final MeterRegistry meters;
  private final Instance<CompilerBoundaries> boundaries;
  private final Clocks clocks = ShiftedClocks.unlessShifted();
  private @Nullable Pod pod;
  private List<Lane> lanes = List.of();
  private @Nullable ExecutorService background;
  private @Nullable ObjectStoreCheckpoints checkpoints;
  private @Nullable PageRelease pages;
  private volatile boolean stopping;

  @Inject
  public MillraceRuntime(
      MillraceConfig config,
      FunctionRegistry registry,
      Config all,
      @Identifier("default-kafka-broker") Map<String, Object> kafka,
      Redis redis,
      MeterRegistry meters,
      Instance<CompilerBoundaries> boundaries) {
    this.config = config;
    this.registry = registry;
    this.kafka = new KafkaSettings(all, kafka);
    this.redis = redis;
    this.meters = meters;
    this.boundaries = boundaries;
  }

  /** Checks the configuration at once; connects and starts beside the application. */
  void start(@Observes StartupEvent event) {
    ConfigCheck.check(config);
    Pod functions = Pod.of(registry, config, kafka);
    pod = functions;
    if (functions.names().isEmpty()) {
      LOG.warn(
          "Expected functions to run, but found none. Annotate a class with @StreamFunction, or set"
              + " quarkus.millrace.document.");
      return;
    }
    FunctionMeters.bind(meters, functions.names(), name -> running().containsKey(name));
    StartTimes startTimes = StartTimes.ofProcess(clocks);
    StartMeters.bind(meters, startTimes);
    MemoryPlan memory = MemoryPlan.ofProcess(config.state().memory());
    LOG.infof("Memory: %s", memory);
    StateBudget budget = new StateBudget(memory.stateBytes());
    ObjectStoreCheckpoints store = ObjectStoreCheckpoints.open(config, memory, budget);
    checkpoints = store;
    ExecutorService executor = newBackground();
    background = executor;
    // Later it would be too late, earlier it would be part of the start. There is none natively.
    if (boundaries.isResolvable()) {
      CompilerBoundaries jvm = boundaries.get();
      startTimes.atFirst(StartTimes.Step.OPENED, () -> executor.execute(jvm::draw));
    }
    lanes = newLanes();
    FunctionStarter starter =
        new FunctionStarter(
            kafka,
            f ->
                new RedisLedger(
                    redis,
                    LEDGER_TIMEOUT,
                    new LedgerKeys(f.namespace(), f.name()),
                    new LedgerMeters(meters, f.name())),
            store,
            RuntimeSettings.of(config, instance()),
            lanes,
            executor,
            new PartitionMeters(meters, budget),
            clocks,
            startTimes);
    Thread thread =
        new Thread(
            () -> {
              if (checkRedis(functions)) {
                functions.run(starter);
              }
            },
            "millrace-start");
    thread.setDaemon(true);
    thread.start();
    pages =
        PageRelease.begin(
            config.releasePagesAfter(), functions::isStarted, functions::workDone, clocks);
  }

  /** Finishes, commits, saves and releases within the grace period. */
  void stop(@Observes ShutdownEvent event) {
    stopping = true;
    PageRelease release = pages;
    if (release != null) {
      release.close();
    }
    Pod functions = pod;
    if (functions != null) {
      functions.stop();
    }
    Lane.closeAll(lanes);
    ExecutorService executor = background;
    if (executor != null) {
      executor.shutdownNow();
    }
    ObjectStoreCheckpoints store = checkpoints;
    if (store != null) {
      store.close();
    }
  }

  /** The functions that run, by name. */
  public Map<String, FunctionRuntime> running() {
    Pod functions = pod;
    return functions == null ? Map.of() : functions.running();
  }

  /** Names of all functions that should run. */
  public List<String> names() {
    Pod functions = pod;
    return functions == null ? List.of() : functions.names();
  }

  /** Why functions do not run, by name. */
  public Map<String, String> problems() {
    Pod functions = pod;
    return functions == null ? Map.of() : functions.problems();
  }

  /** Whether no lane hangs in user code or a client for minutes. */
  public boolean areLanesTurning() {
    return lanes.stream().allMatch(lane -> lane.roundMs() < HANGING_MS);
  }

  /** Waits for Redis; false if it is one that must not keep a ledger (L6), or the pod stops. */
  private boolean checkRedis(Pod functions) {
    boolean warned = false;
    while (!stopping) {
      try {
        RedisSetup.check(redis, LEDGER_TIMEOUT).forEach(LOG::warn);
        functions.waiting("waiting for Kafka");
        return true;
      } catch (LedgerConfigurationException e) {
        LOG.error(e.getMessage());
        Quarkus.asyncExit(1);
        return false;
      } catch (LedgerException e) {
        functions.waiting("waiting for Redis: " + e.getMessage());
        if (!warned) {
          LOG.warnf("Waiting for Redis: %s", e.getMessage());
          warned = true;
        }
        sleep();
      }
    }
    return false;
  }

  private List<Lane> newLanes() {
    int threads =
        config.threads() > 0
            ? config.threads()
            : Math.max(LEAST_LANES, 2 * Runtime.getRuntime().availableProcessors());
    return IntStream.range(0, threads)
        .mapToObj(i -> new Lane("millrace-lane-" + i, clocks))
        .toList();
  }

  private static ExecutorService newBackground() {
    AtomicInteger number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        BACKGROUND_THREADS,
        task -> {
          Thread thread = new Thread(task, "millrace-background-" + number.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  private String instance() {
    return config
        .instanceId()
        .orElseGet(
            () -> {
              try {
                return InetAddress.getLocalHost().getHostName();
              } catch (UnknownHostException e) {
                return "pod-" + ProcessHandle.current().pid();
              }
            });
  }

  private static void sleep() {
    try {
      Thread.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
