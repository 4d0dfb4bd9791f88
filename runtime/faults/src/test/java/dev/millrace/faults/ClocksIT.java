package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The wall clocks of two pods are two hours apart, and step in mid-run to the other side (K13):
 * neither the output nor who owns what rests on them (W2, L5).
 */
class ClocksIT {
  private static final int PORTIONS = 5;
  private static final long SEED = 13;
  private static final Duration AHEAD = Duration.ofHours(1);
  private static final Duration BEHIND = AHEAD.negated();

  @TempDir private Path folder;

  private Path clock(String name, Duration shift) throws IOException {
    Path whole = folder.resolve(name + ".new");
    Files.writeString(whole, Long.toString(shift.toMillis()));
    return Files.move(whole, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void shouldWriteTheSameAndKeepLeasesWhenClocksAreHoursApartAndStep() throws IOException {
    try (Run run =
        new Run("clocks", SEED, Collections.nCopies(PORTIONS, Feed.Size.RANDOM))
            .of(ClocksIT.class)) {
      PodPlan one = run.pod("one").withClock(clock("one", AHEAD));
      PodPlan two = run.pod("two").withClock(clock("two", BEHIND));
      try (Pod first = one.start()) {
        run.sendNextAndAwaitRows(first);
        awaitPartitions(first, run.partitions());
        try (Pod second = two.start()) {
          awaitShared(run, first, second);
          run.sendNextAndAwaitRows(first);
          clock("one", BEHIND);
          clock("two", AHEAD);
          run.note("stepped");
          run.sendNextAndAwaitRows(first);
          second.killHard();
          run.note("killed");
        }
        run.sendNextAndAwaitRows(first);
        awaitPartitions(first, run.partitions());
        run.sendRest();
        run.awaitAllRows(first);
        run.assertComplete();
      }
    }
  }

  /** Its deadline is no matter of the wall clock: it commits, saves and releases as ever. */
  @Test
  void shouldStopInOrderWhenToldToWhileTheClockSteps() throws IOException {
    try (Run run =
        new Run("clocks-term", SEED, Collections.nCopies(PORTIONS, Feed.Size.RANDOM))
            .of(ClocksIT.class)) {
      PodPlan plan = Termination.brief(run.pod("pod")).withClock(clock("stepping", Duration.ZERO));
      terminateAfter(AHEAD, plan, run);
      terminateAfter(BEHIND, plan, run);
      try (Pod pod = plan.start()) {
        run.sendRest();
        run.awaitAllRows(pod);
        assertNothingReplayed(pod);
      }
      run.assertComplete();
    }
  }

  private void terminateAfter(Duration step, PodPlan plan, Run run) throws IOException {
    try (Pod pod = plan.start()) {
      run.sendNextAndAwaitRows(pod);
      assertNothingReplayed(pod);
      run.sendNext();
      clock("stepping", step);
      Termination.end(pod, run, "the clock steps by " + step);
    }
    run.assertNothingWrongSoFar();
  }

  private static void assertNothingReplayed(Pod pod) {
    assertThat(pod.metric("millrace_replayed_total")).as(pod::evidence).isZero();
  }

  private static void awaitPartitions(Pod pod, int count) {
    Until.holds("one pod has all partitions", () -> pod.livePartitions() == count, pod::evidence);
  }

  /** Each has some, and together they have each once: neither takes the other's for dead. */
  private static void awaitShared(Run run, Pod first, Pod second) {
    Until.holds(
        "two pods share the partitions",
        () ->
            second.livePartitions() > 0
                && first.livePartitions() + second.livePartitions() == run.partitions(),
        () -> first.evidence() + second.evidence());
  }
}
