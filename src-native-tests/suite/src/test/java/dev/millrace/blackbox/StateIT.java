package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * State that does not fit into its memory, so that RocksDB is written, walked, compacted, saved and
 * restored; and what becomes of a checkpoint whose tables are damaged (case N04, C3, T1).
 */
class StateIT {
  private static final int KEYS = 20_000;

  @TempDir Path folder;

  @Test
  void shouldCountRightWhenStateIsOnDiskAndACheckpointIsDamaged() throws IOException {
    try (Topics topics = new Topics(Services.shared().kafka())) {
      topics.create(1, "state-in", "state-panes");
      Pod.Plan plan = plan();
      send(topics, 0);
      try (Pod pod = Pod.ready(plan)) {
        awaitSaved(pod, topics, KEYS);
        send(topics, 1);
        awaitSaved(pod, topics, 2 * KEYS);
        pod.killHard();
      }
      damage(newestTable());
      topics.send("state-in", "end", "{\"at\":100000}");
      topics.flush();
      try (Pod pod = Pod.ready(plan)) {
        pod.until("all are written", () -> topics.read("state-panes").size() > KEYS);
        assertThat(pod.log()).as("the damage").containsPattern("(?i)checkpoint.*(damaged|corrupt)");
      }
      List<Topics.Row> rows = topics.read("state-panes");
      assertThat(rows)
          .hasSize(KEYS + 1)
          .allMatch(row -> row.value() != null && row.value().contains("\"n\":2"));
      assertThat(rows.stream().map(Topics.Row::key).distinct()).hasSize(KEYS + 1);
    }
  }

  private Pod.Plan plan() {
    Path document =
        Documents.write(
            folder,
            "state",
            """
            window: {tumbling: {size: 1m}}
            watermarks: {outOfOrderness: 0s, idleTimeout: never}
            aggregates: {n: count, texts: {list: text}}
            """);
    return Pod.Plan.of("state", folder, Services.shared(), document)
        .with("quarkus.millrace.state.memory", "1000000");
  }

  private static void send(Topics topics, int round) {
    for (int key = 0; key < KEYS; key++) {
      topics.send(
          "lz4",
          "state-in",
          "key-" + key,
          "{\"at\":" + (1000 + round) + ",\"text\":\"" + key * 31 + "\"}");
    }
    topics.flush();
  }

  /**
   * A checkpoint has been written since all was read. Without anything new none is due, so a record
   * more is sent.
   */
  private static void awaitSaved(Pod pod, Topics topics, int records) {
    pod.awaitMetric("millrace_records_total", "state", records);
    double before = pod.metric("millrace_checkpoints_total", "complete");
    topics.send("state-in", "one more", "{\"at\":1000,\"text\":\"\"}");
    topics.flush();
    pod.awaitMetric("millrace_checkpoints_total", "complete", before + 1);
  }

  private Path newestTable() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("checkpoints"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().contains("/sst/"))
          .max(Comparator.comparing(StateIT::modified))
          .orElseThrow(() -> new AssertionError("Expected tables in a checkpoint, but got none"));
    }
  }

  private static long modified(Path file) {
    return file.toFile().lastModified();
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 0x55;
    Files.write(file, bytes);
  }
}
