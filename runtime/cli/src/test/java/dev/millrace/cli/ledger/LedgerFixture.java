package dev.millrace.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.cli.kafka.Topics;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.partition.KafkaClients;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.position.OffsetNote.Base;
import dev.millrace.services.RedisServer;
import dev.millrace.services.SharedServices;
import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointInfo;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.checkpoint.TransferListener;
import dev.millrace.state.objectstore.ObjectStore;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A function that has run and was stopped, as Kafka, Redis and the object store remember it: real
 * servers, written by the code that a pod writes them with.
 */
final class LedgerFixture implements AutoCloseable {
  static final String OWNER = "pod-1";
  static final int RECORDS = 100;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LEASE = Duration.ofSeconds(30);

  final String function;
  final RedisLedger ledger;
  final Map<String, Object> kafka = Map.of("bootstrap.servers", SharedServices.kafka().address());
  final Admin admin = Admin.create(kafka);
  private final Vertx vertx = Vertx.vertx();
  private final Redis redis;
  private final ObjectStore objects;
  private final Path folder;

  LedgerFixture(String function, RedisServer server, ObjectStore objects, Path folder) {
    this.function = function;
    this.redis = Redis.createClient(vertx, server.uri());
    this.objects = objects;
    this.folder = folder;
    this.ledger = new RedisLedger(redis, TIMEOUT, keys(), LedgerListener.IGNORE);
  }

  LedgerKeys keys() {
    return new LedgerKeys("default", function);
  }

  String group() {
    return "default." + function;
  }

  /** Two partitions with two checkpoints and one, and with output beyond them. */
  void run() {
    createTopic();
    ledger.initMeta(FunctionEntry.first(function, topicId(), 2, 0, "schema"));
    checkpoint(0, new CheckpointId(3, 0), 40);
    checkpoint(0, new CheckpointId(3, 1), 60);
    checkpoint(1, new CheckpointId(2, 0), 10);
    ran(PartitionRef.windows(0), 3, 80, new Base(60, true), List.of("70rfuture_ts"));
    point(PartitionRef.windows(0), 3, "3-1", 60);
    ran(PartitionRef.windows(1), 2, 20, new Base(10, true), List.of());
    point(PartitionRef.windows(1), 2, "2-0", 10);
    release(PartitionRef.windows(0), 3);
    release(PartitionRef.windows(1), 2);
  }

  void createTopic() {
    Topics.create(kafka, List.of(new Topics.Wanted(function, 2)));
    fill(function);
  }

  /** Records in each of two partitions. */
  void fill(String topic) {
    // The second batch must not overtake a first that a broker refuses for now (KAFKA-15591).
    Map<String, Object> settings = new HashMap<>(kafka);
    settings.put("max.in.flight.requests.per.connection", 1);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (int i = 0; i < 2 * RECORDS; i++) {
        var unused = producer.send(new ProducerRecord<>(topic, i % 2, "k", "v" + i));
      }
      producer.flush();
    }
  }

  String topicId() {
    try (KafkaFacts facts = new KafkaFacts(kafka)) {
      return String.valueOf(facts.topic(function).id());
    }
  }

  /** The partition was taken, and committed up to an offset, in Kafka and then in the ledger. */
  void ran(PartitionRef ref, long epoch, long committed, Base base, List<String> decisions) {
    ran(function, ref, epoch, committed, new OffsetNote(committed * 100, base, decisions, null));
  }

  void ran(String topic, PartitionRef ref, long epoch, long committed, OffsetNote note) {
    Claim claim = ledger.claim(ref, OWNER, LEASE, epoch - 1);
    assertThat(claim).isInstanceOf(Claim.Granted.class);
    commit(new TopicPartition(topic, ref.number()), committed, note.text());
    ledger.progress(
        new Lease(ref, OWNER, epoch),
        new Progress(
            committed,
            note.watermarkMs(),
            note.watermarkMs() + 7,
            1,
            0.5,
            "live",
            ref.stage() == Stage.SOURCE ? List.of() : note.ledgerTexts(committed)));
  }

  void point(PartitionRef ref, long epoch, String manifest, long offset) {
    ledger.checkpointed(new Lease(ref, OWNER, epoch), manifest, offset);
  }

  void release(PartitionRef ref, long epoch) {
    ledger.release(new Lease(ref, OWNER, epoch));
  }

  void commit(TopicPartition partition, long offset, String metadata) {
    KafkaClients.get(
        admin
            .alterConsumerGroupOffsets(
                group(), Map.of(partition, new OffsetAndMetadata(offset, metadata)))
            .all());
  }

  void deleteGroup() {
    KafkaClients.get(admin.deleteConsumerGroups(List.of(group())).all());
  }

  void truncate(int partition, long before) {
    KafkaClients.get(
        admin
            .deleteRecords(
                Map.of(
                    new TopicPartition(function, partition), RecordsToDelete.beforeOffset(before)))
            .all());
  }

  void checkpoint(int partition, CheckpointId id, long offset) {
    try {
      Path files = Files.createDirectories(folder.resolve(function + "-" + partition + "-" + id));
      Files.writeString(files.resolve("000001.sst"), function + partition + id);
      store(partition)
          .upload(
              new PinnedState(files, List.of("000001.sst"), new byte[0]),
              id,
              new CheckpointInfo(
                  offset,
                  offset * 100,
                  "schema",
                  "",
                  null,
                  0,
                  Map.of("decisionsSince", "0", "decisions", "")),
              Runnable::run,
              TransferListener.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CheckpointStore store(int partition) {
    return new CheckpointStore(objects, new CheckpointLocation("default", function, partition));
  }

  /** Deletes objects of a partition whose keys hold the text. */
  void deleteObjects(int partition, String text) {
    List<ObjectStore.ObjectInfo> found =
        objects.list("default/" + function + "/" + partition + "/").stream()
            .filter(object -> object.key().contains(text))
            .toList();
    assertThat(found).isNotEmpty();
    found.forEach(object -> objects.delete(object.key()));
  }

  void overwriteManifest(int partition, CheckpointId id, String text) {
    objects.put(
        "default/" + function + "/" + partition + "/manifest/" + id + ".json",
        text.getBytes(StandardCharsets.UTF_8));
  }

  PartitionEntry entry(int partition) {
    return ledger.read(PartitionRef.windows(partition));
  }

  String redis(Command command, String... args) {
    Request request = Request.cmd(command);
    for (String arg : args) {
      request.arg(arg);
    }
    try {
      return String.valueOf(
          redis.send(request).toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  void set(int partition, String field, String value) {
    redis(Command.HSET, keys().partition(PartitionRef.windows(partition)), field, value);
  }

  @Override
  public void close() {
    admin.close();
    redis.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
