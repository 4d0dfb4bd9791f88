package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long artifacts take from the start of the process to the first pane, with and without state
 * in the object store, and what memory they take; tables in Markdown. A measurement, run only when
 * it is asked for, by {@code src-native-tests/cold-start.sh}:
 *
 * <ul>
 *   <li>{@code cold.artifacts}: what is compared, {@code NAME=FILE} or {@code NAME=JAR@JAVA} parted
 *       by blanks; without it the one artifact of the suite
 *   <li>{@code cold.rounds}: starts of each that are counted; one before them is not, as it fills
 *       the caches of the disk
 *   <li>{@code cold.stateMib}: sizes of the state in the object store, parted by commas
 *   <li>{@code cold.idleSeconds}: how long a pod is left alone before its memory is looked at
 * </ul>
 */
class ColdStart {
  private static final int ROUNDS = Integer.getInteger("cold.rounds", 7);
  private static final int IDLE_S = Integer.getInteger("cold.idleSeconds", 30);
  private static final int WINDOWS = 100_000;
  private static final double NS_PER_MS = 1e6;

  @TempDir Path folder;

  /**
   * One start. What the pod does not tell is not a number.
   *
   * @param cpuMs of all its threads, until the first pane
   * @param openedMs until its state was there, by its own account
   * @param polledMs until the first records had come, by its own account
   */
  private record Run(
      double cpuMs, double readyMs, double openedMs, double polledMs, double paneMs) {}

  @Test
  void shouldTellHowLongAStartTakes() throws IOException {
    System.out.println(
        """
        | | state, MiB | processor until the first pane, ms | ready, ms | state restored, ms | first poll, ms | first pane, ms | load |
        |---|---|---|---|---|---|---|---|""");
    try (Topics topics = new Topics(Services.shared().kafka())) {
      for (String size : System.getProperty("cold.stateMib", "0,64").split(",", -1)) {
        Sleeper sleeper = new Sleeper(topics, folder, Integer.parseInt(size.strip()));
        Map<String, Artifact> artifacts = artifacts();
        sleeper.fill(artifacts.values().iterator().next());
        for (Map.Entry<String, Artifact> artifact : artifacts.entrySet()) {
          List<Run> runs = new ArrayList<>();
          for (int round = 0; round <= ROUNDS; round++) {
            Run run = run(topics, sleeper, artifact.getValue());
            if (round > 0) {
              runs.add(run);
            }
          }
          System.out.printf(
              Locale.ROOT,
              "| %s | %.0f | %s | %s | %s | %s | %s | %s |%n",
              artifact.getKey(),
              sleeper.savedMib(),
              spread(runs, Run::cpuMs),
              spread(runs, Run::readyMs),
              spread(runs, Run::openedMs),
              spread(runs, Run::polledMs),
              spread(runs, Run::paneMs),
              load());
          assertThat(runs).hasSize(ROUNDS);
        }
      }
    }
  }

  private static Run run(Topics topics, Sleeper sleeper, Artifact artifact) throws IOException {
    int panes = topics.read(sleeper.panes()).size();
    sleeper.call();
    long start = System.nanoTime();
    try (Pod pod = sleeper.plan().start(artifact)) {
      double paneMs = -1;
      double cpuMs = -1;
      double readyMs = -1;
      long deadline = start + Pod.DEADLINE.toNanos();
      while ((paneMs < 0 || readyMs < 0) && System.nanoTime() < deadline) {
        if (paneMs < 0 && topics.read(sleeper.panes()).size() > panes) {
          paneMs = (System.nanoTime() - start) / NS_PER_MS;
          cpuMs = pod.cpuMs();
        }
        if (readyMs < 0 && pod.status("/q/health/ready") == 200) {
          readyMs = (System.nanoTime() - start) / NS_PER_MS;
        }
      }
      assertThat(Math.min(paneMs, readyMs)).as("both came: " + pod.evidence()).isPositive();
      return new Run(cpuMs, readyMs, step(pod, "opened"), step(pod, "polled"), paneMs);
    } finally {
      sleeper.forgetLocalState();
    }
  }

  private static double step(Pod pod, String step) {
    double seconds = pod.metric("millrace_start_seconds", "step=\"" + step + "\"");
    return seconds > 0 ? 1_000 * seconds : Double.NaN;
  }

  @Test
  void shouldTellHowMuchMemoryAPodTakes() throws IOException, InterruptedException {
    System.out.println(
        """
        | | size, MB | idle, MiB | of it pages of files | 100,000 open windows, saved, MiB | of it pages of files |
        |---|---|---|---|---|---|""");
    try (Topics topics = new Topics(Services.shared().kafka())) {
      for (Map.Entry<String, Artifact> artifact : artifacts().entrySet()) {
        Sleeper sleeper = new Sleeper(topics, folder, 0);
        sleeper.fill(artifact.getValue());
        try (Pod pod = sleeper.plan().start(artifact.getValue())) {
          pod.awaitReady();
          String idle = memory(pod);
          sleeper.open(WINDOWS);
          pod.awaitMetric("millrace_windows_open", "", WINDOWS);
          double before = pod.metric("millrace_checkpoints_total", "complete");
          sleeper.open(1);
          pod.awaitMetric("millrace_checkpoints_total", "complete", before + 1);
          System.out.printf(
              Locale.ROOT,
              "| %s | %.0f | %s | %s |%n",
              artifact.getKey(),
              megabytes(artifact.getValue()),
              idle,
              memory(pod));
        }
      }
    }
  }

  private static String memory(Pod pod) throws IOException, InterruptedException {
    Thread.sleep(Duration.ofSeconds(IDLE_S).toMillis());
    return String.format(
        Locale.ROOT, "%.0f | %.0f", pod.memoryMib("VmRSS"), pod.memoryMib("RssFile"));
  }

  /** Of an executable, or of the folder of a jar with its libraries and its cache. */
  private static double megabytes(Artifact artifact) throws IOException {
    Path whole = artifact.isNative() ? artifact.file() : artifact.file().getParent();
    try (Stream<Path> files = Files.walk(whole)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum() / 1e6;
    }
  }

  private static Map<String, Artifact> artifacts() {
    String asked = System.getProperty("cold.artifacts", "").strip();
    if (asked.isEmpty()) {
      Artifact stock = Artifact.stock();
      return Map.of(stock.file().getFileName().toString(), stock);
    }
    Map<String, Artifact> artifacts = new LinkedHashMap<>();
    for (String one : asked.split("\\s+", -1)) {
      String[] parts = one.split("[=@]", 3);
      artifacts.put(
          parts[0], Artifact.at(parts[1], parts.length > 2 ? parts[2] : "", "cold.artifacts"));
    }
    return artifacts;
  }

  /** Of the machine, in the last minute. */
  private static String load() throws IOException {
    return Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0];
  }

  /** Least, median, most. */
  private static String spread(List<Run> runs, ToDoubleFunction<Run> value) {
    double[] values = runs.stream().mapToDouble(value).toArray();
    if (Double.isNaN(Arrays.stream(values).sum())) {
      return "–";
    }
    Arrays.sort(values);
    return String.format(
        Locale.ROOT,
        "%,.0f, %,.0f, %,.0f",
        values[0],
        values[values.length / 2],
        values[values.length - 1]);
  }
}
