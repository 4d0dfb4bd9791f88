package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs that teach the JVM what a pod loads, so that it is kept in an AOT cache beside the jar (JEP
 * 514): from the start over records, panes, a checkpoint and questions over HTTP to the end. Not
 * part of the suite; the profile {@code aot} runs it before the suite.
 */
class AotTraining {
  private static final String HOUR = "2013-01-01T15:10:00Z";
  private static final String NEXT_WEEK = "2013-01-09T00:00:00Z";

  @TempDir Path folder;

  @Test
  void shouldLeaveACacheOfTheStockApplication() throws IOException {
    Artifact artifact = Artifact.stock();
    Files.deleteIfExists(artifact.cache());
    try (Topics topics = new Topics(Services.shared().kafka())) {
      topics.create(1, "trained-in", "trained-panes", "together-in", "together-panes");
      Path window =
          Documents.write(
              folder,
              "trained",
              "window: {sliding: {size: 20s, slide: 10s}}\naggregates: {n: count}\n");
      Path session =
          Documents.write(
              folder,
              "together",
              "key: user\nwindow: {session: {gap: 10s}}\naggregates: {n: count}\n");
      try (Pod pod =
          Pod.ready(Pod.Plan.of("trained", folder, Services.shared(), window, session), artifact)) {
        for (String name : new String[] {"trained", "together"}) {
          topics.send(name + "-in", "k", "{\"at\":1000,\"user\":\"u\"}");
          topics.send(name + "-in", "k", "{\"at\":90000,\"user\":\"u\"}");
        }
        topics.flush();
        awaitWork(pod, topics, "trained-panes");
        awaitWork(pod, topics, "together-panes");
      }
    }
    assertThat(artifact.cache()).isNotEmptyFile();
  }

  @Test
  void shouldLeaveACacheOfAUsersApplication() throws IOException {
    Artifact artifact = Artifact.classes();
    Files.deleteIfExists(artifact.cache());
    Pod.Plan plan =
        Pod.Plan.of("trained-flights", folder, Services.shared())
            .without("quarkus.millrace.document");
    try (Topics topics = new Topics(Services.shared().kafka())) {
      topics.create(1, "flights", "carrier-hours-panes", "flight-days-panes");
      try (Pod pod = Pod.ready(plan, artifact)) {
        for (String at : new String[] {HOUR, NEXT_WEEK}) {
          topics.send(
              "flights",
              "UA1",
              "{\"flight\":\"UA1\",\"carrier\":\"UA\",\"departedAt\":\"%s\",\"delayMinutes\":7,\"distanceMiles\":9}"
                  .formatted(at));
        }
        topics.flush();
        awaitWork(pod, topics, "carrier-hours-panes");
        awaitWork(pod, topics, "flight-days-panes");
      }
    }
    assertThat(artifact.cache()).isNotEmptyFile();
  }

  private static void awaitWork(Pod pod, Topics topics, String panes) {
    pod.until("there is a pane in " + panes, () -> !topics.read(panes).isEmpty());
    pod.awaitMetric("millrace_checkpoints_total", "complete", 1);
    assertThat(pod.body("/millrace/functions")).isNotEmpty();
  }
}
