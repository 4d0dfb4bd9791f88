package dev.millrace.runtime.partition;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.runtime.checkpoint.Checkpoints;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.KafkaSettings;
import dev.millrace.runtime.ingest.KafkaIngest;
import dev.millrace.runtime.ingest.LogEnds;
import dev.millrace.runtime.lane.BrokenMachineException;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.lane.Lane;
import dev.millrace.runtime.lane.StartTimes;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Idle;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.Report;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.partition.FunctionRuntime.PartitionListener;
import dev.millrace.runtime.position.RefusedException;
import dev.millrace.runtime.position.SourceNotes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Starts a function in a pod: looks at its topics, compares them with what the ledger remembers,
 * and puts its parts together. Blocks; may be repeated after a failure.
 *
 * @param ledgers makes the ledger of a function
 */
public record FunctionStarter(
    KafkaSettings kafka,
    Function<FunctionSettings, Ledger> ledgers,
    Checkpoints checkpoints,
    RuntimeSettings runtime,
    List<Lane> lanes,
    Executor background,
    PartitionListener listener,
    Clocks clocks,
    StartTimes startTimes) {
  private static final Logger LOG = Logger.getLogger(FunctionStarter.class);

  /**
   * A function to be started.
   *
   * @param spec its settings, with the pod's overrides
   */
  public record Candidate(
      FunctionSettings settings,
      FunctionSpec spec,
      Supplier<FunctionDefinition<?, ?, ?>> definitions) {}

  /**
   * Starts a function.
   *
   * @throws RefusedException if the topics are not those that the state belongs to
   */
  public FunctionRuntime start(Candidate candidate) {
    FunctionSettings settings = candidate.settings();
    KafkaClients clients =
        new KafkaClients(kafka, settings, candidate.spec().isStateless(), clocks);
    try {
      return start(candidate, clients);
    } catch (RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /**
   * Tells the ledger why a function does not start, for who looks from outside; Redis away is no
   * further trouble.
   */
  public void report(Candidate candidate, Throwable error, String text, Duration length) {
    try (Ledger ledger = ledgers.apply(candidate.settings())) {
      ledger.report(new Report(Troubles.kind(error), runtime.instance(), text), length);
    } catch (LedgerException e) {
      LOG.debugf("A report could not be written: error=%s", e.getMessage());
    }
  }

  /** What needs nobody's answer, but takes a while to be made, is made while Kafka is asked. */
  private record Aside(
      CompletableFuture<Consumer<byte[], byte[]>> consumer, Future<String> schema) {

    static Aside begin(KafkaClients clients, Candidate asked) {
      return new Aside(
          aside(clients::consumer), aside(() -> fingerprint(asked.definitions().get())));
    }

    /** Not in the background's threads: all of them may be busy with another function's state. */
    private static <T> CompletableFuture<T> aside(Supplier<T> what) {
      return CompletableFuture.supplyAsync(
          what,
          task -> {
            Thread thread = new Thread(task, "millrace-start-aside");
            thread.setDaemon(true);
            thread.start();
          });
    }

    static <T> T get(Future<T> made) {
      try {
        return made.get();
      } catch (ExecutionException e) {
        throw BrokenMachineException.unchecked(e.getCause() == null ? e : e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptException(e);
      }
    }

    void drop() {
      var unused = consumer.thenAccept(Consumer::close);
    }
  }

  private FunctionRuntime start(Candidate asked, KafkaClients clients) {
    Aside aside = Aside.begin(clients, asked);
    try {
      return start(asked, clients, aside);
    } catch (RuntimeException | Error e) {
      aside.drop();
      throw e;
    }
  }

  private FunctionRuntime start(Candidate asked, KafkaClients clients, Aside aside) {
    FunctionSettings settings = asked.settings();
    TopicSetup setup = new TopicSetup(clients.admin(), settings);
    Ledger ledger = ledgers.apply(settings);
    FunctionEntry before = ledger.meta();
    Sources known = known(before, clients, settings, setup);
    Candidate candidate = placed(asked, known);
    boolean rekeyed = candidate.spec().keySource() == KeySource.REKEY;
    EntryCheck check = new EntryCheck(ledger, settings, known);
    if (before != null) {
      check.requireSameStages(before, rekeyed);
    }
    TopicSetup.Found topics = setup.prepare(rekeyed, known.count() > 0);
    clients.limitRecords(topics.recordBytes());
    String schema = Aside.get(aside.schema());
    FunctionEntry entry = check.entry(topics, schema, idle(candidate.spec().time()));
    TopicWatch watch = watch(settings, topics, clients);
    FunctionContext context = context(candidate, clients, ledger, entry, watch, aside);
    FunctionRuntime function = new FunctionRuntime(context, lanes, listener);
    function.start();
    return function;
  }

  private static Idle idle(TimeSpec time) {
    return new Idle(time.idlePolicy() == IdlePolicy.PACE, time.idleTimeoutMs());
  }

  private static TopicWatch watch(
      FunctionSettings settings, TopicSetup.Found topics, KafkaClients clients) {
    Map<String, TopicWatch.Log> logs = new HashMap<>();
    topics.inputs().forEach(t -> logs.put(t.name(), new TopicWatch.Log(t.id(), t.partitions())));
    TopicWatch.Log rekey = topics.rekey();
    if (rekey != null) {
      logs.put(settings.topics().rekey(), rekey);
    }
    return new TopicWatch(clients.admin(), settings, clients.failures(), logs);
  }

  private FunctionContext context(
      Candidate candidate,
      KafkaClients clients,
      Ledger ledger,
      FunctionEntry entry,
      TopicWatch watch,
      Aside aside) {
    FunctionSettings settings = candidate.settings();
    String schema = Aside.get(aside.schema());
    LogEnds ends = new LogEnds(clients.admin(), clocks, clients.failures()::explain);
    return new FunctionContext(
        candidate.spec(),
        candidate.definitions(),
        settings,
        runtime,
        entry,
        new SourceTable(entry.sources()),
        ledger,
        new LedgerReporter("millrace-ledger-" + settings.name(), ledger, runtime.lease(), clocks),
        clients,
        new KafkaIngest(
            "millrace-poll-" + settings.name(),
            Aside.get(aside.consumer()),
            ends,
            clients.failures(),
            clocks,
            startTimes),
        ends,
        watch,
        ref -> checkpoints.of(settings, ref, schema),
        background,
        new KeyPlacement(),
        clocks,
        startTimes);
  }

  /**
   * Should a source of one topic have another number after all, it is refused when it is opened.
   */
  private static Sources known(
      @Nullable FunctionEntry before,
      KafkaClients clients,
      FunctionSettings settings,
      TopicSetup setup) {
    Sources ledger = before == null ? Sources.NONE : before.sources();
    boolean isUnion = settings.topics().inputs().size() > 1 || ledger.topics().size() > 1;
    if (before != null && !isUnion && before.rekeyPartitions() == 0) {
      return ledger;
    }
    try {
      String rekey = settings.topics().rekey();
      return SourceNotes.recover(clients.groupOffsets(), rekey, setup.inputs(), ledger);
    } catch (GroupAuthorizationException e) {
      if (isUnion) {
        throw e;
      }
      return ledger;
    }
  }

  /**
   * Equal keys of different topics meet in the re-key topic only (R5), whether the key is the
   * record's own or is said to be where it belongs already.
   */
  private static Candidate placed(Candidate asked, Sources known) {
    boolean isUnion = asked.settings().topics().inputs().size() > 1 || known.topics().size() > 1;
    if (isUnion && asked.spec().isStateless()) {
      throw new RefusedException(
          "Expected a function without windows to read one topic, but it is given several:"
              + " function="
              + asked.spec().name()
              + ", topics="
              + asked.settings().topics().inputs()
              + ". Run it once for each topic, under a name of its own.",
          null);
    }
    return isUnion
        ? new Candidate(
            asked.settings(),
            asked.spec().withKeySource(KeySource.REKEY),
            () -> rekeyed(asked.definitions().get()))
        : asked;
  }

  private static <E, A, R> FunctionDefinition<E, A, R> rekeyed(
      FunctionDefinition<E, A, R> definition) {
    return definition.withSpec(definition.spec().withKeySource(KeySource.REKEY));
  }

  /** Of the accumulators' schema; of a function without windows that there is none. */
  private static String fingerprint(FunctionDefinition<?, ?, ?> definition) {
    if (definition.spec().isStateless()) {
      return "none";
    }
    try {
      byte[] text = definition.stateType().schema().toString().getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
