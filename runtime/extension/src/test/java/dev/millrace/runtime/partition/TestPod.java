package dev.millrace.runtime.partition;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.json.ReflectiveFunctions;
import dev.millrace.runtime.checkpoint.CheckpointTrigger;
import dev.millrace.runtime.checkpoint.MemoryPlan;
import dev.millrace.runtime.checkpoint.ObjectStoreCheckpoints;
import dev.millrace.runtime.checkpoint.StateBudget;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.config.KafkaSettings;
import dev.millrace.runtime.config.MillraceConfig;
import dev.millrace.runtime.config.StartFrom;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.lane.Lane;
import dev.millrace.runtime.lane.StartTimes;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.runtime.partition.FunctionRuntime.PartitionListener;
import dev.millrace.runtime.position.Loss;
import dev.millrace.services.SharedServices;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One function in a pod of this JVM, on a real broker and a real Redis. */
final class TestPod implements AutoCloseable {
  private static final int BACKGROUND = 4;
  private static final long DEADLINE_NS = Duration.ofSeconds(60).toNanos();

  private final TestRedis redis = new TestRedis(SharedServices.redis().uri());
  private final ThreadPoolExecutor background =
      (ThreadPoolExecutor) Executors.newFixedThreadPool(BACKGROUND);
  private final List<Lane> lanes;
  private final ObjectStoreCheckpoints checkpoints;
  private final FunctionRuntime function;
  private final String name;

  /** Settings of a test. */
  record Settings(
      String name,
      List<String> inputs,
      Path folder,
      Guarantee guarantee,
      int maxPanes,
      @Nullable Long idleTimeoutMs,
      Map<String, Object> kafka,
      Set<Loss> accepted,
      Map<String, String> config,
      Clocks clocks) {
    static Settings of(String name, Path folder) {
      return new Settings(
          name,
          List.of(name + "-in"),
          folder,
          Guarantee.EXACTLY_ONCE,
          20_000,
          null,
          Map.of("bootstrap.servers", SharedServices.kafka().address()),
          Set.of(),
          Map.of(),
          Clocks.system());
    }

    Settings with(Guarantee other) {
      return new Settings(
          name, inputs, folder, other, maxPanes, idleTimeoutMs, kafka, accepted, config, clocks);
    }

    Settings reading(String... topics) {
      return new Settings(
          name,
          List.of(topics),
          folder,
          guarantee,
          maxPanes,
          idleTimeoutMs,
          kafka,
          accepted,
          config,
          clocks);
    }

    Settings withMaxPanes(int panes) {
      return new Settings(
          name, inputs, folder, guarantee, panes, idleTimeoutMs, kafka, accepted, config, clocks);
    }

    Settings withIdleTimeoutMs(long timeoutMs) {
      return new Settings(
          name, inputs, folder, guarantee, maxPanes, timeoutMs, kafka, accepted, config, clocks);
    }

    /** With these properties of Kafka's clients. */
    Settings withKafka(Map<String, Object> clients) {
      return new Settings(
          name,
          inputs,
          folder,
          guarantee,
          maxPanes,
          idleTimeoutMs,
          clients,
          accepted,
          config,
          clocks);
    }

    Settings accepting(Loss... losses) {
      return new Settings(
          name,
          inputs,
          folder,
          guarantee,
          maxPanes,
          idleTimeoutMs,
          kafka,
          Set.of(losses),
          config,
          clocks);
    }

    /** With these settings of the pod, and attributes of the function's channels. */
    Settings withConfig(Map<String, String> properties) {
      return new Settings(
          name,
          inputs,
          folder,
          guarantee,
          maxPanes,
          idleTimeoutMs,
          kafka,
          accepted,
          properties,
          clocks);
    }

    /** With clocks of one's own. */
    Settings withClocks(Clocks other) {
      return new Settings(
          name, inputs, folder, guarantee, maxPanes, idleTimeoutMs, kafka, accepted, config, other);
    }

    FunctionDefinition<?, ?, ?> define(Class<?> functionClass) {
      return overridden(ReflectiveFunctions.define(functionClass));
    }

    private <E, A, R> FunctionDefinition<E, A, R> overridden(FunctionDefinition<E, A, R> d) {
      TimeSpec t = d.spec().time();
      TimeSpec time =
          new TimeSpec(
              t.outOfOrdernessMs(),
              t.allowedLatenessMs(),
              t.maxAheadMs(),
              idleTimeoutMs == null ? t.idleTimeoutMs() : idleTimeoutMs,
              t.idlePolicy(),
              t.useRecordTimestamp());
      return d.withSpec(d.spec().withTime(time));
    }
  }

  TestPod(String instance, Class<?> functionClass, Settings settings) {
    this(instance, functionClass, settings, new NoMeters());
  }

  TestPod(
      String instance,
      Class<?> functionClass,
      Settings settings,
      FunctionRuntime.PartitionListener meters) {
    this.name = settings.name();
    Clocks clocks = settings.clocks();
    MillraceConfig config = config(instance, settings);
    this.lanes =
        IntStream.range(0, config.threads())
            .mapToObj(i -> new Lane("test-lane-" + i, clocks))
            .toList();
    FunctionSettings f =
        new FunctionSettings(
            "it",
            name,
            new FunctionSettings.Topics(
                settings.inputs(),
                name + "-panes",
                name + "-late",
                name + "-dead-letters",
                "it." + name + ".rekey"),
            new StartFrom.Earliest(),
            0,
            settings.accepted());
    checkpoints =
        ObjectStoreCheckpoints.open(
            config, MemoryPlan.ofProcess(Optional.empty()), new StateBudget(64 << 20));
    FunctionStarter starter =
        new FunctionStarter(
            new KafkaSettings(
                new SmallRyeConfigBuilder().withDefaultValues(settings.config()).build(),
                settings.kafka()),
            s ->
                new RedisLedger(
                    redis.client(),
                    TestRedis.TIMEOUT,
                    new LedgerKeys(s.namespace(), s.name()),
                    LedgerListener.IGNORE),
            checkpoints,
            new RuntimeSettings(
                instance,
                settings.guarantee(),
                50,
                settings.maxPanes(),
                200,
                new CheckpointTrigger(config.checkpoints().interval(), Duration.ofSeconds(1)),
                config.ledger().lease(),
                Duration.ofMinutes(10),
                Duration.ofSeconds(10),
                100_000),
            lanes,
            background,
            meters,
            clocks,
            new StartTimes(clocks, 0));
    function =
        starter.start(
            new FunctionStarter.Candidate(
                f, settings.define(functionClass).spec(), () -> settings.define(functionClass)));
  }

  private static MillraceConfig config(String instance, Settings settings) {
    return new SmallRyeConfigBuilder()
        .withMapping(MillraceConfig.class)
        .withConverter(Duration.class, 200, new DurationConverter())
        .withDefaultValue(
            "quarkus.millrace.checkpoints.location",
            settings.folder().resolve("checkpoints").toUri().toString())
        .withDefaultValue("quarkus.millrace.checkpoints.interval", "2s")
        .withDefaultValue("quarkus.millrace.ledger.lease", "3s")
        .withDefaultValue("quarkus.millrace.threads", "2")
        .withDefaultValue(
            "quarkus.millrace.state.directory", settings.folder().resolve(instance).toString())
        .withDefaultValues(settings.config())
        .build()
        .getConfigMapping(MillraceConfig.class);
  }

  FunctionRuntime function() {
    return function;
  }

  /** Keeps the threads that upload from their work until the latch is counted down. */
  CountDownLatch holdUploads() {
    CountDownLatch end = new CountDownLatch(1);
    for (int i = 0; i < BACKGROUND; i++) {
      background.execute(
          () -> {
            try {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
    return end;
  }

  /** Whether an upload waits for {@link #holdUploads} to end. */
  boolean hasUploadWaiting() {
    return background.getActiveCount() == BACKGROUND && !background.getQueue().isEmpty();
  }

  /** Waits until readiness would show this text. */
  void awaitTrouble(String part) {
    await(text -> text.contains(part), part);
  }

  /** Waits until readiness would show that all is well. */
  void awaitNoTrouble() {
    await(String::isEmpty, "no trouble");
  }

  private void await(Predicate<String> condition, String what) {
    long start = System.nanoTime();
    String text = FunctionTrouble.of(function);
    while (!condition.test(text)) {
      if (System.nanoTime() - start > DEADLINE_NS) {
        throw new AssertionError(
            "Expected readiness to say \"" + what + "\" within 60 s, but it says: " + text);
      }
      Thread.onSpinWait();
      text = FunctionTrouble.of(function);
    }
  }

  /** As {@code kill -9}: nothing is committed, saved or released any more. */
  void crash() {
    lanes.forEach(Lane::close);
    function.context().ingest().close();
    background.shutdownNow();
    function.context().reporter().close();
    redis.close();
  }

  /** As SIGTERM. */
  @Override
  public void close() {
    function.stop();
    function.close();
    lanes.forEach(Lane::close);
    background.shutdownNow();
    checkpoints.close();
    redis.close();
  }

  private static final class NoMeters implements PartitionListener {
    @Override
    public void taken(FunctionContext context, PartitionRef ref, PartitionRunner runner) {}

    @Override
    public void left(FunctionContext context, PartitionRef ref) {}
  }
}
