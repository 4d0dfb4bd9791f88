package dev.millrace.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

class LocalServicesTest {
  @TempDir Path folder;

  @Test
  void shouldKeepCommittedRecordsWhenTheBrokerIsKilledAndStartedAgain() throws Exception {
    try (KafkaBroker broker = new KafkaBroker(folder)) {
      broker.start();
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
        admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
      }
      sendInTransaction(broker, "before");
      broker.killHard();
      assertThat(broker.isRunning()).isFalse();
      broker.start();
      sendInTransaction(broker, "after");
      assertThat(read(broker, 2)).containsExactly("before", "after");
    }
  }

  private static void sendInTransaction(KafkaBroker broker, String value) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", broker.address(), "transactional.id", "tx");
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      var sent = producer.send(new ProducerRecord<>("t", value));
      producer.commitTransaction();
      assertThat(sent).isDone();
    }
  }

  private static List<String> read(KafkaBroker broker, int count) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", broker.address(), "isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
      TopicPartition partition = new TopicPartition("t", 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      for (int polls = 0; values.size() < count && polls < 100; polls++) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
          values.add(record.value());
        }
      }
    }
    return values;
  }

  @Test
  void shouldSayWhatTheLogSaysWhenTheBrokerCannotStart() {
    try (KafkaBroker broker = new KafkaBroker(folder, Map.of("num.io.threads", "none"), Map.of())) {
      assertThatThrownBy(broker::start)
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("Kafka broker")
          .hasMessageContaining("num.io.threads");
    }
  }

  @Test
  void shouldKeepAcknowledgedWritesWhenRedisIsKilledAndStartedAgain() throws Exception {
    try (RedisServer redis = new RedisServer(folder, "--appendfsync", "always")) {
      redis.start();
      assertThat(Resp.call(redis, "SET k v")).isEqualTo("+OK");
      redis.killHard();
      redis.start();
      assertThat(Resp.call(redis, "GET k")).isEqualTo("$1");
    }
  }

  @Test
  void shouldServeBucketsAndRefuseStrangersWhenS3Runs() {
    try (S3Server s3 = new S3Server(folder, "key", "secret")) {
      s3.createBucket("checkpoints");
      s3.start();
      try (S3Client client = client(s3, "secret");
          S3Client stranger = client(s3, "guess")) {
        put(client, "first");
        assertThatThrownBy(() -> put(stranger, "second"))
            .isInstanceOfSatisfying(
                S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(403));
        assertThat(client.getObjectAsBytes(o -> o.bucket("checkpoints").key("a/b")).asUtf8String())
            .isEqualTo("first");
      }
    }
  }

  @Test
  void shouldRefuseToOverwriteWhenAPutIsConditional() {
    try (S3Server s3 = new S3Server(folder, "key", "secret")) {
      s3.createBucket("checkpoints");
      s3.start();
      try (S3Client client = client(s3, "secret")) {
        put(client, "first");
        assertThatThrownBy(() -> put(client, "second"))
            .isInstanceOfSatisfying(
                S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(412));
      }
    }
  }

  private static void put(S3Client client, String body) {
    client.putObject(
        o -> o.bucket("checkpoints").key("a/b").ifNoneMatch("*"), RequestBody.fromString(body));
  }

  private static S3Client client(S3Server s3, String secret) {
    return S3Client.builder()
        .endpointOverride(URI.create(s3.address()))
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(s3.accessKey(), secret)))
        .build();
  }

  @Test
  void shouldKillChildrenWhenTheParentIsKilled() throws Exception {
    Process parent =
        new ProcessBuilder(
                ChildProcess.javaCommand(),
                "-cp",
                System.getProperty("java.class.path"),
                ParentMain.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long childPid = Long.parseLong(parent.inputReader(StandardCharsets.UTF_8).readLine());
    ProcessHandle child = ProcessHandle.of(childPid).orElseThrow();
    parent.destroyForcibly();
    assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(20));
  }

  /** Starts a child that would run for long, prints its number and waits to be killed. */
  static final class ParentMain {
    private ParentMain() {}

    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      List<String> command = List.of("sleep", "300");
      ChildProcess child =
          ChildProcess.start("child", command, folder, folder.resolve("log"), Map.of());
      System.out.println(child.pid());
      child.process().waitFor();
    }
  }
}
