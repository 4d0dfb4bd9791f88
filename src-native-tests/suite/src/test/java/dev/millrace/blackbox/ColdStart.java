package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the artifact takes from the start of its process to its first pane, with the record that
 * it is made of waiting in the topic, and what it costs; services beside it, no state. A
 * measurement, run only when it is asked for:
 *
 * <pre>
 * mvn -Dquickly -pl src-native-tests/suite verify -DskipITs=false -DskipTests=false -Dit.test=ColdStart \
 *     -Dmillrace.artifact=FILE
 * </pre>
 */
class ColdStart {
  private static final int ROUNDS = Integer.getInteger("rounds", 7);
  private static final double NS_PER_MS = 1e6;

  @TempDir Path folder;

  /**
   * One start.
   *
   * @param cpuMs of all its threads, until the first pane
   */
  private record Run(double readyMs, double paneMs, double cpuMs, double residentMib) {}

  @Test
  void shouldTellHowLongAStartTakes() throws IOException {
    List<Run> runs = new ArrayList<>();
    try (Topics topics = new Topics(Services.shared().kafka())) {
      for (int round = 0; round <= ROUNDS; round++) {
        Run run = run(topics, "cold-" + round);
        if (round > 0) { // the first fills the caches of the disk
          runs.add(run);
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "cold start of %s: %d MB, ready %s ms, first pane %s ms, CPU until then %s ms, resident %s MiB"
            + " (least, median, most of %d)%n",
        Artifact.stock().file().getFileName(),
        Files.size(Artifact.stock().file()) / 1_000_000,
        spread(runs.stream().mapToDouble(Run::readyMs).toArray()),
        spread(runs.stream().mapToDouble(Run::paneMs).toArray()),
        spread(runs.stream().mapToDouble(Run::cpuMs).toArray()),
        spread(runs.stream().mapToDouble(Run::residentMib).toArray()),
        ROUNDS);
    assertThat(runs).hasSize(ROUNDS);
  }

  private Run run(Topics topics, String name) throws IOException {
    topics.create(1, name + "-in", name + "-panes");
    topics.send(name + "-in", "k", "{\"at\":1000}");
    topics.send(name + "-in", "k", "{\"at\":20000}");
    topics.flush();
    topics.read(name + "-panes");
    Path document =
        Documents.write(
            folder,
            name,
            "window: {tumbling: {size: 10s}}\nwatermarks: {idleTimeout: never}\naggregates: {n: count}\n");
    long start = System.nanoTime();
    try (Pod pod = Pod.Plan.of(name, folder, Services.shared(), document).start(Artifact.stock())) {
      double paneMs = -1;
      double cpuMs = -1;
      double readyMs = -1;
      long deadline = start + Pod.DEADLINE.toNanos();
      while ((paneMs < 0 || readyMs < 0) && System.nanoTime() < deadline) {
        if (paneMs < 0 && !topics.read(name + "-panes").isEmpty()) {
          paneMs = (System.nanoTime() - start) / NS_PER_MS;
          cpuMs = pod.cpuMs();
        }
        if (readyMs < 0 && pod.status("/q/health/ready") == 200) {
          readyMs = (System.nanoTime() - start) / NS_PER_MS;
        }
      }
      assertThat(Math.min(paneMs, readyMs)).as("both came: " + pod.evidence()).isPositive();
      return new Run(readyMs, paneMs, cpuMs, pod.residentMib());
    }
  }

  private static String spread(double[] values) {
    Arrays.sort(values);
    return String.format(
        Locale.ROOT,
        "%.0f, %.0f, %.0f",
        values[0],
        values[values.length / 2],
        values[values.length - 1]);
  }
}
