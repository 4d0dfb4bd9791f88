package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.SharedServices;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGTERM while a pod refuses a topic or waits for one (section 8): it ends within its grace
 * period, and the next one decides as it did, goes on where that is right, and writes nothing
 * wrong. A full disk is {@link DiskIT}'s, a clock that steps {@link ClocksIT}'s.
 */
class TroubleTermIT {
  private static final int PORTIONS = 4;
  private static final int EVENTS = 1_000;
  private static final String READY = "/q/health/ready";
  private static final String ACCEPT_LOSS = "accept=lost-records";
  private static final String ACCEPT_PARTITIONS = "accept=partitions-added";

  @TempDir private Path folder;

  /** Nothing brings the records back: whoever comes refuses as well, until the loss is accepted. */
  @Test
  void shouldEndInTimeAndRefuseAgainWhenTheLogWasTruncated(TestInfo test) {
    try (Run run = Run.of(test, PORTIONS)) {
      PodPlan plan = Termination.brief(run.pod("pod"));
      try (Pod pod = plan.start()) {
        run.sendNextAndAwaitRows(pod);
        pod.killHard();
      }
      run.sendNext();
      run.truncateInput();
      int rows = run.rows();
      for (int i = 0; i < 2; i++) {
        try (Pod pod = plan.start()) {
          pod.awaitText(READY, ACCEPT_LOSS);
          Termination.end(pod, run, "the truncated log is refused");
        }
      }
      run.assertNothingWrongSoFar();
      assertThat(run.rows()).as(run::describe).isEqualTo(rows);
      try (Pod pod = run.accepting(plan, "lost-records").start()) {
        pod.awaitReady();
        assertThat(pod.metric("millrace_lost_accepted_total")).as(pod::evidence).isPositive();
      }
    }
  }

  @Test
  void shouldEndInTimeAndWaitAgainWhenTheInputWasDeleted(TestInfo test) {
    try (Run run = Run.of(test, PORTIONS)) {
      PodPlan plan = Termination.brief(run.pod("pod"));
      try (Pod pod = plan.start()) {
        run.sendNextAndAwaitRows(pod);
        run.deleteInput();
        pod.awaitText(READY, "Expected the input topic to exist");
        Termination.end(pod, run, "the input is away");
      }
      run.assertNothingWrongSoFar();
      int rows = run.rows();
      try (Pod pod = plan.start()) {
        pod.awaitText(READY, "Expected the input topic to exist");
        Termination.end(pod, run, "the input was away at the start");
      }
      assertThat(run.rows()).as(run::describe).isEqualTo(rows);
    }
  }

  /** The new partition only has a record that closes windows: accepting it changes no output. */
  @Test
  void shouldEndInTimeAndWriteTheSameWhenTheInputGotAPartition(TestInfo test) {
    try (Run run = Run.of(test, PORTIONS)) {
      PodPlan plan = Termination.brief(run.pod("pod"));
      try (Pod pod = plan.start()) {
        run.sendNextAndAwaitRows(pod);
        run.growInput();
        pod.awaitText(READY, ACCEPT_PARTITIONS);
        run.sendNext();
        Termination.end(pod, run, "the new partition is refused");
      }
      run.assertNothingWrongSoFar();
      run.sendRest();
      run.endGrownInput();
      run.finish(run.accepting(plan, "partitions-added"));
    }
  }

  /** Before anything was written to it: so the whole output can be compared. */
  @Test
  void shouldEndInTimeAndWriteTheSameWhenTheOutputTopicIsAway() {
    String name = "term-output";
    String bootstrap = SharedServices.kafka().address();
    try (Topics topics = new Topics(bootstrap);
        Counts counts = new Counts(bootstrap, name)) {
      PodPlan plan =
          Termination.brief(PodPlan.of("pod", name, folder, List.of(counts.document(folder))));
      try (Pod pod = plan.start()) {
        pod.awaitReady();
        topics.delete(name + "-panes");
        pod.awaitText(READY, "Expected the topics that are written to to exist");
        counts.send(EVENTS);
        Termination.end(pod, "the output topic is away");
      }
      topics.create(name + "-panes");
      try (Pod pod = plan.start()) {
        counts.end();
        counts.awaitAll(pod);
      }
    }
  }
}
