package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.record.CompressionType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every compression of Kafka, read and written, alone and mixed (case N01). */
class CodecsIT {
  /** By the number that a batch has of it. */
  private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");

  private static final String COUNT =
      """
      window: {tumbling: {size: 10s}}
      watermarks: {outOfOrderness: 0s, idleTimeout: never}
      aggregates: {n: count}
      output: {times: epoch-millis}
      """;
  private static final String PANE =
      "k [0,10000) on-time final {\"key\":\"k\",\"windowStart\":0,\"windowEnd\":10000,\"n\":%d}";

  @TempDir static Path folder;
  private static Topics topics;

  @BeforeAll
  static void connect() {
    topics = new Topics(Services.shared().kafka());
  }

  @AfterAll
  static void disconnect() {
    topics.close();
  }

  private static Path document(String name) {
    topics.create(1, name + "-in", name + "-panes", name + "-dead-letters");
    return Documents.write(folder, name, COUNT);
  }

  private static void send(String codec, String function, int count) {
    for (int i = 0; i < count; i++) {
      topics.send(
          codec, function + "-in", "k", "{\"at\":" + i + ",\"text\":\"" + "x".repeat(500) + "\"}");
    }
    topics.flush();
  }

  private static void end(String function) {
    topics.send(function + "-in", "k", "{\"at\":20000}");
    topics.flush();
  }

  @Test
  void shouldReadAndWriteEachCompression() throws IOException {
    List<Path> documents = new ArrayList<>();
    CODECS.forEach(codec -> documents.add(document("c-" + codec)));
    documents.add(document("c-mixed"));
    Pod.Plan plan =
        Pod.Plan.of("codecs", folder, Services.shared(), documents.toArray(Path[]::new));
    for (String codec : CODECS) {
      plan = plan.with("mp.messaging.outgoing.c-" + codec + ".compression.type", codec);
      send(codec, "c-" + codec, 20);
      send(codec, "c-mixed", 20);
      end("c-" + codec);
    }
    end("c-mixed");
    try (Pod pod = Pod.ready(plan)) {
      for (String codec : CODECS) {
        awaitPane(pod, "c-" + codec, 20);
        assertThat(compressions("c-" + codec + "-in")).as("read").contains(codec);
        assertThat(compressions("c-" + codec + "-panes")).as("written").contains(codec);
      }
      awaitPane(pod, "c-mixed", 20 * CODECS.size());
    }
  }

  private static void awaitPane(Pod pod, String function, int count) {
    String topic = function + "-panes";
    pod.until("a pane of " + function, () -> !topics.read(topic).isEmpty());
    assertThat(topics.panes(topic)).containsExactly(PANE.formatted(count));
  }

  /**
   * The compressions of a topic's batches as they lie on the broker's disk: attributes are the 22nd
   * and 23rd byte of a batch, the compression is their lowest three bits; the length is behind the
   * first eight bytes.
   */
  private static Set<String> compressions(String topic) throws IOException {
    Path segment = Services.shared().log(topic, 0).resolve("00000000000000000000.log");
    ByteBuffer log = ByteBuffer.wrap(Files.readAllBytes(segment));
    Set<String> found = new HashSet<>();
    int at = 0;
    while (at + 61 <= log.limit() && log.getInt(at + 8) > 0) {
      found.add(CODECS.get(log.getShort(at + 21) & 7));
      at += 12 + log.getInt(at + 8);
    }
    return found;
  }

  /**
   * A library that cannot be loaded stops nothing in silence: readiness says so while a batch
   * cannot be read, and the records are there when it can.
   */
  @Test
  void shouldSayWhatIsWrongWhenACompressionCannotBeRead() {
    Path document = document("c-unreadable");
    Pod.Plan plan = Pod.Plan.of("unreadable", folder, Services.shared(), document);
    send("zstd", "c-unreadable", 5);
    end("c-unreadable");
    try (Pod pod = withoutZstd(plan).start(Artifact.stock())) {
      assertTrouble(pod);
    }
    try (Pod pod = Pod.ready(plan)) {
      awaitPane(pod, "c-unreadable", 5);
    }
  }

  /** The same where panes cannot be written. */
  @Test
  void shouldSayWhatIsWrongWhenACompressionCannotBeWritten() {
    Path document = document("c-unwritable");
    Pod.Plan plan =
        Pod.Plan.of("unwritable", folder, Services.shared(), document)
            .with("mp.messaging.outgoing.c-unwritable.compression.type", "zstd");
    send("none", "c-unwritable", 5);
    end("c-unwritable");
    try (Pod pod = withoutZstd(plan).start(Artifact.stock())) {
      assertTrouble(pod);
    }
    try (Pod pod = Pod.ready(plan)) {
      awaitPane(pod, "c-unwritable", 5);
    }
  }

  private static Pod.Plan withoutZstd(Pod.Plan plan) {
    return plan.with("ZstdNativePath", "/nowhere/libzstd-jni.so");
  }

  private static void assertTrouble(Pod pod) {
    pod.awaitText("/q/health/ready", "/nowhere/libzstd-jni.so");
    assertThat(pod.status("/q/health/ready")).isEqualTo(503);
    assertThat(pod.status("/q/health/live")).isEqualTo(200);
    assertThat(pod.log()).contains("/nowhere/libzstd-jni.so");
  }

  @Test
  void shouldKnowEachCompressionOfTheClient() {
    assertThat(CompressionType.values())
        .extracting(type -> type.name)
        .containsExactlyElementsOf(CODECS);
  }
}
