package dev.millrace.faults;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * The volume of the local state is full for a while (design, section 8; case S06): partitions stop
 * and say why, checkpoints stay whole, and the outputs are those of a run without a fault.
 */
class DiskIT {
  private static final int PORTIONS = 4;
  private static final int SIZE_MIB = 24;
  private static final String READY = "/q/health/ready";
  private static final String FULL = "No space left on device";
  private static final String NEXT_STEP =
      "Free space on the volume of quarkus.millrace.state.directory";

  @TempDir private Path folder;
  private SmallDisk disk;
  private Run run;

  @BeforeEach
  void start(TestInfo test) {
    Optional<SmallDisk> mounted = SmallDisk.mount(folder.resolve("disk"), SIZE_MIB);
    assumeThat(mounted).as("Only root may mount a volume that can be filled").isPresent();
    disk = mounted.orElseThrow();
    run = Run.of(test, PORTIONS);
  }

  @AfterEach
  void stop() {
    if (run != null) {
      run.close();
      disk.close();
    }
  }

  private PodPlan pod(String name) {
    return run.pod(name).withState(disk.state());
  }

  private void awaitSaved(Pod pod) {
    Until.holds(
        "every partition is saved",
        () -> pod.savedPartitions() == run.windowPartitions(),
        pod::evidence);
  }

  /**
   * Readiness names the reason and what to do, the metrics show the partition. What a partition
   * gives back when it is opened again is taken as well.
   */
  private void awaitFull(Pod pod) {
    run.note("full");
    Until.holds(
        "the pod says that its disk is full",
        () -> {
          disk.fill();
          return pod.retryingPartitions() > 0 && !pod.isReady() && isToldIn(pod.get(READY));
        },
        pod::evidence);
    run.assertNothingWrongSoFar();
  }

  private static boolean isToldIn(String readiness) {
    return readiness.contains(FULL) && readiness.contains(NEXT_STEP);
  }

  private void finish(Pod pod) {
    run.sendRest();
    run.awaitAllRows(pod);
    pod.awaitReady();
    run.assertComplete();
  }

  @Test
  void shouldStopAndGoOnByItselfWhenTheDiskIsFullAndFreedAgain() {
    try (Pod pod = pod("pod").start()) {
      run.sendNextAndAwaitRows(pod);
      awaitSaved(pod);
      disk.fill();
      run.sendNext();
      awaitFull(pod);
      run.sendNext();
      disk.free();
      run.note("freed");
      run.awaitRowsOfAllSent(pod);
      finish(pod);
    }
    run.assertCheckpointsWhole();
  }

  @Test
  void shouldRestoreByItselfWhenTheDiskWasFullAtTheStart() {
    try (Pod pod = pod("first").start()) {
      run.sendNextAndAwaitRows(pod);
      awaitSaved(pod);
      pod.killHard();
    }
    disk.fill();
    run.sendNext();
    try (Pod pod = pod("second").start()) {
      awaitFull(pod);
      disk.free();
      run.note("freed");
      run.awaitRowsOfAllSent(pod);
      finish(pod);
    }
    run.assertCheckpointsWhole();
  }

  /** It cannot save, but it ends in time, and what it could not save is read again. */
  @Test
  void shouldEndInTimeAndWriteTheSameWhenToldToStopWhileTheDiskIsFull() {
    PodPlan plan = Termination.brief(pod("pod"));
    try (Pod pod = plan.start()) {
      run.sendNextAndAwaitRows(pod);
      awaitSaved(pod);
      disk.fill();
      run.sendNext();
      awaitFull(pod);
      run.sendNext();
      Termination.end(pod, run, "the disk is full");
    }
    run.assertNothingWrongSoFar();
    disk.free();
    run.note("freed");
    try (Pod pod = plan.start()) {
      run.awaitRowsOfAllSent(pod);
      finish(pod);
    }
    run.assertCheckpointsWhole();
  }
}
