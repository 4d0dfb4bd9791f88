package dev.millrace.bench.connector;

import dev.millrace.services.KafkaBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Starts a broker, fills a topic of four partitions with records of about 100 bytes and reads it in
 * rounds, each way in a process of its own. Arguments: the application's jar, records, rounds.
 */
public final class Rounds {
  private static final String TOPIC = "connector-bench";

  private Rounds() {}

  /** Runs the rounds and prints what each process said. */
  public static void main(String[] args) throws Exception {
    long records = Long.parseLong(args[1]);
    Path folder = Files.createTempDirectory("connector-bench");
    try (var broker = new KafkaBroker(folder)) {
      broker.start();
      fill(broker.address(), records);
      for (int round = 1; round <= Integer.parseInt(args[2]); round++) {
        for (String way : List.of("plain", "single", "batch")) {
          read(args[0], broker.address(), way, records, round);
        }
      }
    }
  }

  private static void fill(String bootstrap, long records)
      throws ExecutionException, InterruptedException {
    Map<String, Object> config = Map.of("bootstrap.servers", bootstrap, "linger.ms", 20);
    try (var admin = Admin.create(config);
        var producer =
            new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 4, (short) 1))).all().get();
      var random = new SplittableRandom(1);
      for (long i = 0; i < records; i++) {
        String key = "key-" + random.nextInt(100_000);
        String value =
            "{\"key\":\"%s\",\"at\":%d,\"value\":%d,\"note\":\"a record of about one hundred bytes\"}"
                .formatted(key, 1_700_000_000_000L + i, random.nextInt(1000));
        producer.send(new ProducerRecord<>(TOPIC, bytes(key), bytes(value)));
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void read(String jar, String bootstrap, String way, long records, int round)
      throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx512m",
                "-Dkafka.bootstrap.servers=" + bootstrap,
                "-Dbench.way=" + way,
                "-Dbench.records=" + records,
                "-Dbench.group=" + round,
                way.equals("plain")
                    ? "-Dbench.channels=none"
                    : "-Dmp.messaging.incoming." + way + ".enabled=true",
                "-jar",
                jar)
            .inheritIO()
            .start();
    int code = process.waitFor();
    if (code != 0) {
      throw new IllegalStateException(
          "Expected the reader to end with 0, but it did not: way=" + way + ", code=" + code);
    }
  }
}
