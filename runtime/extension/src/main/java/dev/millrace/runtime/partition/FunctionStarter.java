package dev.millrace.runtime.partition;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.runtime.checkpoint.Checkpoints;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.KafkaSettings;
import dev.millrace.runtime.ingest.KafkaIngest;
import dev.millrace.runtime.ingest.LogEnds;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.lane.Lane;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.partition.FunctionRuntime.PartitionListener;
import dev.millrace.runtime.position.Loss;
import dev.millrace.runtime.position.RefusedException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

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
    Clocks clocks) {

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
    KafkaClients clients = new KafkaClients(kafka, settings);
    try {
      return start(candidate, clients);
    } catch (RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  private FunctionRuntime start(Candidate candidate, KafkaClients clients) {
    FunctionSettings settings = candidate.settings();
    boolean rekeyed = candidate.spec().keySource() == KeySource.REKEY;
    Ledger ledger = ledgers.apply(settings);
    boolean hasRun = ledger.meta() != null;
    TopicSetup.Found topics = new TopicSetup(clients.admin(), settings).prepare(rekeyed, hasRun);
    clients.limitRecords(topics.recordBytes());
    String schema = fingerprint(candidate.definitions().get());
    FunctionEntry entry = entry(ledger, settings, topics, schema);
    LogEnds ends = new LogEnds(clients.admin(), clocks, clients.failures()::explain);
    FunctionContext context =
        new FunctionContext(
            candidate.spec(),
            candidate.definitions(),
            settings,
            runtime,
            entry,
            ledger,
            new LedgerReporter(
                "millrace-ledger-" + settings.name(), ledger, runtime.lease(), clocks),
            clients,
            new KafkaIngest(
                "millrace-poll-" + settings.name(),
                clients.consumer(),
                ends,
                clients.failures(),
                clocks),
            ends,
            watch(settings, topics, clients),
            ref -> checkpoints.of(settings, ref, schema),
            background,
            new KeyPlacement(),
            clocks);
    FunctionRuntime function = new FunctionRuntime(context, lanes, listener);
    function.start();
    return function;
  }

  private static TopicWatch watch(
      FunctionSettings settings, TopicSetup.Found topics, KafkaClients clients) {
    Map<String, TopicWatch.Log> logs =
        new HashMap<>(Map.of(settings.topics().input(), topics.input()));
    TopicWatch.Log rekey = topics.rekey();
    if (rekey != null) {
      logs.put(settings.topics().rekey(), rekey);
    }
    return new TopicWatch(clients.admin(), settings, clients.failures(), logs);
  }

  /** What the ledger remembers must be what is there; absence is a first start. */
  private static FunctionEntry entry(
      Ledger ledger, FunctionSettings settings, TopicSetup.Found topics, String schema) {
    FunctionEntry entry =
        ledger.initMeta(
            FunctionEntry.first(
                settings.topics().input(),
                topics.input().id(),
                topics.input().partitions(),
                topics.rekeyPartitions(),
                schema));
    if (!entry.topic().equals(settings.topics().input())
        || !entry.topicId().equals(topics.input().id())) {
      throw new RefusedException(
          "Expected the input topic that the function's state belongs to, but it is another:"
              + " function="
              + settings.name()
              + ", topic="
              + settings.topics().input()
              + ", id="
              + topics.input().id()
              + ", formerTopic="
              + entry.topic()
              + ", formerId="
              + entry.topicId()
              + ". It was deleted and created again, or changed in the configuration."
              + RefusedException.START_OVER,
          null);
    }
    if (entry.rekeyPartitions() != topics.rekeyPartitions()) {
      throw new RefusedException(
          "Expected the re-key topic that the function's state belongs to, but its partitions are"
              + " others: function="
              + settings.name()
              + ", before="
              + entry.rekeyPartitions()
              + ", now="
              + topics.rekeyPartitions()
              + "."
              + RefusedException.START_OVER,
          null);
    }
    FunctionEntry now = grown(entry, settings, topics);
    if (!now.schema().equals(schema)) {
      now = now.upgraded(schema, now.version());
    }
    return now.equals(entry) ? entry : ledger.replaceMeta(now);
  }

  private static FunctionEntry grown(
      FunctionEntry entry, FunctionSettings settings, TopicSetup.Found topics) {
    if (entry.partitions() == topics.input().partitions()) {
      return entry;
    }
    // A re-keyed function finds its keys by its own topic: a further source just joins (R3).
    boolean harmless =
        entry.rekeyPartitions() > 0 && topics.input().partitions() > entry.partitions();
    if (!harmless && !settings.accepted().contains(Loss.PARTITIONS_ADDED)) {
      throw new RefusedException(
          "Expected the input topic to keep its partitions, but their number changed: keys have"
              + " moved between partitions: function="
              + settings.name()
              + ", before="
              + entry.partitions()
              + ", now="
              + topics.input().partitions()
              + ".",
          Loss.PARTITIONS_ADDED);
    }
    return entry.retargeted(topics.input().id(), topics.input().partitions());
  }

  private static String fingerprint(FunctionDefinition<?, ?, ?> definition) {
    try {
      byte[] text = definition.stateType().schema().toString().getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
