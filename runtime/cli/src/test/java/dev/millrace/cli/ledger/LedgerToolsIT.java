package dev.millrace.cli.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.kafka.Topics;
import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.partition.KafkaClients;
import dev.millrace.runtime.position.KnownPositions;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.position.OffsetNote.Base;
import dev.millrace.runtime.position.StartPosition;
import dev.millrace.services.RedisServer;
import dev.millrace.services.SharedServices;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStores;
import dev.millrace.state.objectstore.S3Settings;
import io.vertx.redis.client.Command;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Each kind of damage to a ledger (L3), on real servers. Redis is emptied here, so it is its own.
 */
class LedgerToolsIT {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @TempDir static Path redisFolder = Path.of("");
  @TempDir Path folder = Path.of("");

  private static @Nullable RedisServer redis;
  private String checkpoints = "";
  private final List<String> storeOptions = new ArrayList<>();
  private @Nullable ObjectStore objects;
  private @Nullable LedgerFixture given;

  @BeforeAll
  static void startRedis() {
    RedisServer server = new RedisServer(redisFolder);
    server.start();
    redis = server;
  }

  @AfterAll
  static void stopRedis() {
    server().close();
  }

  @BeforeEach
  void runAFunction() {
    checkpoints = folder.resolve("store").toUri().toString();
    objects = ObjectStores.open(URI.create(checkpoints), S3Settings.defaults());
    fixture(objects).run();
  }

  private LedgerFixture fixture(ObjectStore store) {
    if (given != null) {
      given.close();
    }
    String function = "repaired-" + NUMBER.incrementAndGet();
    given = new LedgerFixture(function, server(), store, folder.resolve("pinned"));
    return given;
  }

  @AfterEach
  void close() {
    given().close();
    if (objects != null) {
      objects.close();
    }
  }

  private static RedisServer server() {
    if (redis == null) {
      throw new IllegalStateException("Expected a running Redis");
    }
    return redis;
  }

  private LedgerFixture given() {
    if (given == null) {
      throw new IllegalStateException("Expected a function that ran");
    }
    return given;
  }

  private record Outcome(int code, String out, String err) {
    JsonNode json() throws Exception {
      return new ObjectMapper().readTree(out);
    }
  }

  private Outcome ledger(String command, String... more) {
    return run(new LedgerCommand(), List.of(command, given().function), more);
  }

  private Outcome startOver(String... more) {
    return run(new StartOverCommand(), List.of(given().function), more);
  }

  private Outcome run(Object command, List<String> first, String... more) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> arguments = new ArrayList<>(first);
    arguments.addAll(List.of("--redis", server().uri()));
    arguments.addAll(List.of("--bootstrap", SharedServices.kafka().address()));
    arguments.addAll(List.of("--checkpoints", checkpoints));
    arguments.addAll(storeOptions);
    arguments.addAll(List.of(more));
    CommandLine commandLine =
        new CommandLine(command)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setExecutionExceptionHandler(
                (failure, at, parsed) -> {
                  at.getErr().println(failure.getMessage());
                  return ExitCodes.FAILED;
                });
    int code = commandLine.execute(arguments.toArray(String[]::new));
    return new Outcome(code, out.toString(), err.toString());
  }

  /** What verify finds, as {@code where problem}. */
  private List<String> problems() throws Exception {
    Outcome outcome = ledger("verify", "-o", "json");
    assertThat(outcome.err()).isEmpty();
    List<String> found = new ArrayList<>();
    outcome
        .json()
        .path(given().function)
        .forEach(
            row ->
                found.add(row.path("where").textValue() + " " + row.path("problem").textValue()));
    assertThat(outcome.code()).isEqualTo(found.isEmpty() ? ExitCodes.OK : ExitCodes.FOUND);
    return found;
  }

  private void rebuild() {
    Outcome outcome = ledger("rebuild", "--yes");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isEqualTo(ExitCodes.OK);
  }

  private void assertAsBefore(int partition, PartitionEntry before) {
    PartitionEntry now = given().entry(partition);
    assertThat(now.epoch()).isEqualTo(before.epoch());
    assertThat(now.committed()).isEqualTo(before.committed());
    assertThat(now.watermarkMs()).isEqualTo(before.watermarkMs());
    assertThat(now.decisions()).isEqualTo(before.decisions());
    assertThat(now.checkpoint()).isEqualTo(before.checkpoint());
    assertThat(now.checkpointOffset()).isEqualTo(before.checkpointOffset());
  }

  @Test
  void shouldFindNothingToDoWhenAllThreeAgree() throws Exception {
    assertThat(problems()).isEmpty();
    assertThat(ledger("rebuild").out()).contains("needs nothing");
  }

  @Test
  void shouldRestoreEveryEntryWhenRedisWasEmptied() throws Exception {
    PartitionEntry p0 = given().entry(0);
    PartitionEntry p1 = given().entry(1);
    FunctionEntry meta = given().ledger.meta();
    given().redis(Command.FLUSHALL);

    assertThat(problems())
        .containsExactly("meta function-missing", "p:0 entry-missing", "p:1 entry-missing");
    Outcome dry = ledger("rebuild");
    assertThat(dry.out()).contains("would be written").contains("3-1").contains("2-0");
    assertThat(dry.err()).contains("--yes");
    assertThat(given().redis(Command.DBSIZE)).isEqualTo("0");

    rebuild();
    assertThat(problems()).isEmpty();
    assertAsBefore(0, p0);
    assertAsBefore(1, p1);
    assertThat(given().ledger.meta()).isEqualTo(meta);
    // What cannot be known is said to be due at once, so that a sleeping function is woken.
    assertThat(given().entry(0).nextTimerMs()).isEqualTo(p0.watermarkMs());
    // Whoever takes the partition now is above every epoch there ever was.
    given().ran(PartitionRef.windows(0), 4, 90, new Base(60, true), List.of("70rfuture_ts"));
  }

  @Test
  void shouldStartWhereKafkaSaidWhenItsOffsetsAreGoneAfterTheRebuild() {
    StartPosition before = start();
    given().redis(Command.FLUSHALL);
    rebuild();
    given().deleteGroup();
    StartPosition after = start();
    assertThat(after.committed()).isEqualTo(before.committed()).isEqualTo(80);
    assertThat(after.decisionsFrom(60, true, List.of()))
        .isEqualTo(before.decisionsFrom(60, true, List.of()))
        .hasSize(1);
  }

  private StartPosition start() {
    try (KafkaFacts kafka = new KafkaFacts(given().kafka)) {
      var group = kafka.offsets(given().group()).get(new TopicPartition(given().function, 0));
      var store = given().store(0);
      return StartPosition.decide(
          new KnownPositions(
              group == null ? KnownPositions.NONE : group.offset(),
              group == null ? null : group.metadata(),
              given().entry(0).progress(),
              given().entry(0).checkpointOffset(),
              store.list().stream().map(id -> SavedCheckpoint.of(store.read(id)).facts()).toList(),
              new LogRange(0, LedgerFixture.RECORDS),
              Set.of()));
    }
  }

  @Test
  void shouldRestoreOneEntryWhenOnePartitionsHashIsMissing() throws Exception {
    PartitionEntry before = given().entry(0);
    given().redis(Command.DEL, given().keys().partition(PartitionRef.windows(0)));
    given().redis(Command.DEL, given().keys().decisions(PartitionRef.windows(0)));
    assertThat(problems()).containsExactly("p:0 entry-missing");
    PartitionEntry other = given().entry(1);
    rebuild();
    assertAsBefore(0, before);
    assertThat(given().entry(1)).isEqualTo(other);
    assertThat(problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"epoch", "committed", "watermark", "leaseUntil", "checkpointOffset", "nextTimer"})
  void shouldRestoreTheEntryWhenAFieldIsGarbage(String field) throws Exception {
    PartitionEntry before = given().entry(0);
    given().set(0, field, "12x");
    assertThat(problems()).containsExactly("p:0 entry-unreadable");
    rebuild();
    assertAsBefore(0, before);
    assertThat(problems()).isEmpty();
  }

  @Test
  void shouldRestoreTheFunctionsEntryWhenItIsGarbage() throws Exception {
    given().redis(Command.HSET, given().keys().meta(), "partitions", "two");
    assertThat(problems()).containsExactly("meta function-unreadable");
    rebuild();
    assertThat(problems()).isEmpty();
  }

  @Test
  void shouldRestoreDecisionsWhenTheyAreGarbage() throws Exception {
    given().redis(Command.RPUSH, given().keys().decisions(PartitionRef.windows(0)), "79?");
    assertThat(problems()).containsExactly("p:0 decisions-unreadable");
    rebuild();
    assertThat(given().entry(0).decisions()).containsExactly("70rfuture_ts");
  }

  @Test
  void shouldRaiseTheEpochWhenItIsBelowTheManifests() throws Exception {
    given().set(0, "epoch", "1");
    assertThat(problems()).containsExactly("p:0 epoch-behind");
    rebuild();
    assertThat(given().entry(0).epoch()).isEqualTo(3);
  }

  @Test
  void shouldKeepTheHigherEpochWhenTheLedgersIsAboveTheManifests() throws Exception {
    given().set(0, "epoch", "9");
    given().set(0, "watermark", "garbage");
    assertThat(problems()).containsExactly("p:0 entry-unreadable");
    rebuild();
    assertThat(given().entry(0).epoch()).isEqualTo(9);
  }

  @Test
  void shouldTakeKafkasPositionWhenTheLedgersIsBehind() throws Exception {
    PartitionEntry before = given().entry(0);
    given().set(0, "committed", "75");
    given().set(0, "watermark", "7500");
    assertThat(problems()).containsExactly("p:0 committed-behind");
    rebuild();
    assertAsBefore(0, before);
  }

  @Test
  void shouldKeepTheLedgersPositionWhenTheGroupWasSetBack() throws Exception {
    String note = new OffsetNote(1, new Base(60, true), List.of(), null).text();
    given().commit(new TopicPartition(given().function, 0), 61, note);
    assertThat(problems()).containsExactly("p:0 committed-ahead");
    assertThat(ledger("rebuild").out()).contains("needs nothing");
  }

  @Test
  void shouldNameTheOtherToolWhenItSetTheGroupsOffset() throws Exception {
    given().commit(new TopicPartition(given().function, 0), 61, "by hand");
    assertThat(problems()).containsExactly("p:0 group-foreign", "p:0 committed-ahead");
  }

  @Test
  void shouldKeepTheLedgersPositionsWhenTheGroupIsGone() throws Exception {
    given().deleteGroup();
    assertThat(problems()).containsExactly("p:0 group-missing", "p:1 group-missing");
    assertThat(ledger("rebuild").out()).contains("needs nothing");
  }

  @Test
  void shouldPointToTheCheckpointBeforeWhenTheManifestIsGone() throws Exception {
    given().deleteObjects(0, "manifest/3-1");
    assertThat(problems()).containsExactly("p:0 checkpoint-missing", "p:0 start-refused");
    rebuild();
    assertThat(given().entry(0).checkpoint()).isEqualTo("3-0");
  }

  @Test
  void shouldSayWhichCheckpointIsDamagedWhenItsManifestCannotBeRead() throws Exception {
    given().overwriteManifest(1, new CheckpointId(2, 0), "{}");
    assertThat(problems()).containsExactly("p:1 checkpoint-damaged", "p:1 start-refused");
  }

  @Test
  void shouldPointToTheWholeOneWhenAFileOfTheNewestIsMissing() throws Exception {
    given().checkpoint(1, new CheckpointId(2, 1), 15);
    given().set(1, "checkpoint", "2-1");
    given().set(1, "checkpointOffset", "15");
    given().store(1).read(new CheckpointId(2, 1)).files().stream()
        .map(file -> file.object())
        .forEach(object -> given().deleteObjects(1, object));
    assertThat(problems()).containsExactly("p:1 checkpoint-damaged");
    rebuild();
    assertThat(given().entry(1).checkpoint()).isEqualTo("2-0");
    assertThat(given().entry(1).checkpointOffset()).isEqualTo(10);
  }

  @Test
  void shouldPointToTheNewestWhenTheLedgerMissedIt() throws Exception {
    given().checkpoint(1, new CheckpointId(2, 1), 15);
    assertThat(problems()).containsExactly("p:1 checkpoint-behind");
    rebuild();
    assertThat(given().entry(1).checkpoint()).isEqualTo("2-1");
  }

  @Test
  void shouldNameTheOffsetWhenItIsNotTheManifests() throws Exception {
    given().set(0, "checkpointOffset", "66");
    assertThat(problems()).containsExactly("p:0 checkpoint-offset-differs");
    rebuild();
    assertThat(given().entry(0).checkpointOffset()).isEqualTo(60);
  }

  @Test
  void shouldNameBothPositionsWhenACheckpointIsAheadOfThem() throws Exception {
    given().checkpoint(1, new CheckpointId(2, 1), 33);
    assertThat(problems())
        .containsExactlyInAnyOrder("p:1 checkpoint-behind", "p:1 checkpoint-ahead");
    assertThat(ledger("rebuild").out()).contains("needs nothing");
  }

  @Test
  void shouldNameBothIdsWhenTheTopicWasCreatedAgain() throws Exception {
    String before = given().topicId();
    KafkaClients.get(given().admin.deleteTopics(List.of(given().function)).all());
    awaitNoTopic();
    assertThat(problems()).contains("meta topic-missing");
    given().createTopic();
    Outcome outcome = ledger("verify");
    assertThat(outcome.out())
        .contains("topic-replaced")
        .contains(before)
        .contains(given().topicId());
    assertThat(outcome.code()).isEqualTo(ExitCodes.FOUND);
  }

  private void awaitNoTopic() {
    long deadlineNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    try (KafkaFacts kafka = new KafkaFacts(given().kafka)) {
      while (kafka.topic(given().function).id() != null) {
        assertThat(System.nanoTime()).isLessThan(deadlineNs);
      }
    }
  }

  @Test
  void shouldSayWhatIsGoneWhenTheLogIsTruncated() throws Exception {
    given().truncate(0, 70);
    assertThat(problems()).containsExactly("p:0 log-truncated");
    assertThat(ledger("verify").out()).contains("from=60").contains("logStart=70");
  }

  @Test
  void shouldSayWhatIsLostWhenRedisAndTheGroupAreEmptied() throws Exception {
    given().redis(Command.FLUSHALL);
    given().deleteGroup();
    assertThat(problems()).contains("p:0 start-refused", "p:1 start-refused");
    Outcome outcome = ledger("rebuild", "--yes");
    assertThat(outcome.code()).isEqualTo(ExitCodes.FOUND);
    assertThat(outcome.out()).contains("missing-position");
    assertThat(given().entry(0).epoch()).isEqualTo(3);
    assertThat(given().entry(0).committed()).isEqualTo(Progress.NO_OFFSET);
  }

  @Test
  void shouldRefuseToRebuildWhenAnOwnerLives() {
    given().ran(PartitionRef.windows(0), 4, 90, new Base(60, true), List.of());
    given().set(1, "watermark", "garbage");
    Outcome outcome = ledger("rebuild", "--yes");
    assertThat(outcome.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(outcome.err()).contains(LedgerFixture.OWNER);
    assertThat(given().entry(0).owner()).isEqualTo(LedgerFixture.OWNER);
  }

  @Test
  void shouldRefuseToRebuildWhenAnInstanceLivesThatOwnsNothing() {
    given().ledger.heartbeat("pod-7", Duration.ofSeconds(30));
    Outcome outcome = ledger("rebuild", "--yes");
    assertThat(outcome.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(outcome.err()).contains("pod-7");
  }

  @Test
  void shouldNameThePartitionWhenNoTopicHasIt() throws Exception {
    given().redis(Command.HSET, given().keys().partition(PartitionRef.windows(7)), "epoch", "1");
    assertThat(problems()).containsExactly("p:7 partition-unknown");
  }

  @Test
  void shouldRestoreBothStagesWhenTheFunctionIsRekeyed() throws Exception {
    LedgerFixture rekeyed = fixture(objects());
    String rekey = "default." + rekeyed.function + ".rekey";
    Topics.create(rekeyed.kafka, List.of(new Topics.Wanted(rekey, 2)));
    rekeyed.createTopic();
    rekeyed.fill(rekey);
    rekeyed.ledger.initMeta(
        FunctionEntry.first(rekeyed.function, rekeyed.topicId(), 2, 2, "schema"));
    OffsetNote note = new OffsetNote(900, new Base(0, false), List.of(), null);
    rekeyed.ran(rekeyed.function, PartitionRef.source(1), 1, 12, note);
    rekeyed.release(PartitionRef.source(1), 1);
    rekeyed.ran(rekey, PartitionRef.windows(0), 1, 24, note);
    rekeyed.release(PartitionRef.windows(0), 1);
    assertThat(problems()).isEmpty();

    rekeyed.redis(Command.FLUSHALL);
    rebuild();
    assertThat(rekeyed.ledger.read(PartitionRef.source(1)).committed()).isEqualTo(12);
    assertThat(rekeyed.ledger.read(PartitionRef.source(1)).watermarkMs()).isEqualTo(900);
    assertThat(rekeyed.entry(0).committed()).isEqualTo(24);
    assertThat(rekeyed.ledger.meta())
        .isEqualTo(
            new FunctionEntry(
                Sources.of(List.of(new Sources.Topic(rekeyed.function, rekeyed.topicId(), 2))),
                2,
                "",
                "",
                null,
                1,
                Assignment.NONE));
  }

  private ObjectStore objects() {
    if (objects == null) {
      throw new IllegalStateException("Expected an open store");
    }
    return objects;
  }

  @Test
  void shouldRestoreEveryEntryWhenCheckpointsAreInS3() throws Exception {
    var s3 = SharedServices.s3();
    s3.createBucket("ledger-tools");
    checkpoints = "s3://ledger-tools/base";
    storeOptions.addAll(List.of("--s3-endpoint", s3.address()));
    System.setProperty("aws.accessKeyId", s3.accessKey());
    System.setProperty("aws.secretAccessKey", s3.secretKey());
    try (ObjectStore store =
        ObjectStores.open(
            URI.create(checkpoints),
            S3Settings.ofEndpoint(URI.create(s3.address()), "us-east-1"))) {
      LedgerFixture onS3 = fixture(store);
      onS3.run();
      assertThat(problems()).isEmpty();
      PartitionEntry before = onS3.entry(0);
      onS3.redis(Command.FLUSHALL);
      onS3.deleteObjects(1, "sst/");
      assertThat(problems()).contains("p:0 entry-missing", "p:1 checkpoint-damaged");
      rebuild();
      assertAsBefore(0, before);
      assertThat(onS3.entry(1).checkpoint()).isNull();
    }
  }

  @Test
  void shouldForgetAllButTheEpochsWhenAFunctionStartsOver() {
    long epoch = given().entry(0).epoch();
    Outcome dry = startOver();
    assertThat(dry.out()).contains("would begin again").contains(given().group());
    assertThat(given().entry(0).committed()).isEqualTo(80);

    Outcome done = startOver("--yes");
    assertThat(done.err()).isEmpty();
    assertThat(done.code()).isEqualTo(ExitCodes.OK);
    assertThat(given().ledger.meta()).isNull();
    assertThat(given().store(0).list()).isEmpty();
    assertThat(given().entry(0).committed()).isEqualTo(Progress.NO_OFFSET);
    assertThat(given().ledger.claim(PartitionRef.windows(0), "next", Duration.ofSeconds(1)))
        .isInstanceOfSatisfying(
            Claim.Granted.class,
            granted -> assertThat(granted.lease().epoch()).isEqualTo(epoch + 1));
    assertThat(hasNoOffsets()).isTrue();
  }

  private boolean hasNoOffsets() {
    try (KafkaFacts kafka = new KafkaFacts(given().kafka)) {
      return kafka.offsets(given().group()).isEmpty();
    }
  }

  @Test
  void shouldNotForgetAnythingWhenAnInstanceLives() {
    given().ledger.heartbeat("pod-7", Duration.ofMinutes(1));
    Outcome refused = startOver("--yes");
    assertThat(refused.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(refused.err()).contains("instances=[pod-7]");
    assertThat(given().store(0).list()).isNotEmpty();
    assertThat(given().entry(0).committed()).isEqualTo(80);
  }
}
