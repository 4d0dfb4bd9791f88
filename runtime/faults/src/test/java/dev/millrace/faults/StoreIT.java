package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.S3Server;
import dev.millrace.state.checkpoint.CheckpointId;
import dev.millrace.state.checkpoint.CheckpointLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * The object store refuses, is slow, does not answer, loses uploads, or has damaged files (section
 * 8, C2, C3): an earlier checkpoint and a longer replay, a count, and never a wrong result.
 */
class StoreIT {
  private static final int PORTIONS = 5;
  private static final String DONE = "outcome=\"complete\"";
  private static final String FAILED = "outcome=\"failed\"";

  @TempDir private Path folder;
  private S3Server s3;
  private Proxy proxy;
  private Run run;

  @BeforeEach
  void start(TestInfo test) {
    s3 = new S3Server(folder.resolve("s3"), "millrace", "millrace-secret");
    s3.start();
    s3.createBucket(PodPlan.BUCKET);
    proxy = new Proxy(s3.address());
    run = Run.of(test, PORTIONS);
  }

  @AfterEach
  void stop() {
    run.close();
    proxy.close();
    s3.close();
  }

  private PodPlan pod(String name) {
    return run.pod(name).on(s3, proxy.address());
  }

  private void finish(Pod pod) {
    run.sendRest();
    run.awaitAllRows(pod);
    run.assertComplete();
  }

  private static double checkpoints(Pod pod, String outcome) {
    return pod.metric("millrace_checkpoints_total", outcome);
  }

  private void awaitAllSaved(Pod pod) {
    Until.holds(
        "every partition is saved",
        () -> pod.savedPartitions() == run.windowPartitions(),
        pod::evidence);
  }

  private static void awaitMore(Pod pod, String outcome, double than) {
    Until.holds(
        "checkpoints with " + outcome + " are more than " + than,
        () -> checkpoints(pod, outcome) > than,
        pod::evidence);
  }

  @Test
  void shouldWorkOnWhenTheStoreRefuses() {
    workOnAndRecover(() -> s3.killHard(), () -> s3.start());
  }

  @Test
  void shouldWorkOnWhenUploadsAreLostHalfWay() {
    workOnAndRecover(() -> proxy.cutAfter(1_500), () -> proxy.heal());
    assertThat(proxy.cuts()).isPositive();
  }

  /** Nothing is written wrongly meanwhile, and the next pod has the checkpoints after the fault. */
  private void workOnAndRecover(Runnable fault, Runnable repair) {
    try (Pod pod = pod("first").start()) {
      run.sendNextAndAwaitRows(pod);
      awaitAllSaved(pod);
      fault.run();
      run.note("fault");
      run.sendNextAndAwaitRows(pod);
      awaitMore(pod, FAILED, 0);
      run.sendNextAndAwaitRows(pod);
      repair.run();
      run.note("repaired");
      awaitMore(pod, DONE, checkpoints(pod, DONE));
      pod.killHard();
    }
    try (Pod pod = pod("second").start()) {
      finish(pod);
    }
  }

  @Test
  void shouldSaveLaterWhenTheStoreIsSlow() {
    try (Pod pod = pod("first").start()) {
      pod.awaitReady();
      proxy.delay(300);
      run.note("slow");
      run.sendNextAndAwaitRows(pod);
      run.sendNextAndAwaitRows(pod);
      awaitAllSaved(pod);
      assertThat(checkpoints(pod, FAILED)).isZero();
      pod.killHard();
    }
    try (Pod pod = pod("second").start()) {
      run.sendNextAndAwaitRows(pod);
      finish(pod);
    }
  }

  /** S08: three questions with three answers; nobody kills a pod that restores. */
  @Test
  void shouldBeAliveButNotStartedWhenARestoreIsSlow() {
    try (Pod pod = pod("first").start()) {
      run.sendNextAndAwaitRows(pod);
      awaitAllSaved(pod);
      pod.killHard();
    }
    proxy.delay(1_000);
    run.note("slow");
    try (Pod pod = pod("second").start()) {
      Until.holds("a partition is restored", () -> isRestoring(pod), pod::evidence);
      assertThat(pod.isLive()).as(pod::evidence).isTrue();
      assertThat(pod.isReady()).isFalse();
      proxy.heal();
      finish(pod);
      pod.awaitReady();
    }
  }

  private static boolean isRestoring(Pod pod) {
    String started = pod.get("/q/health/started");
    return started.contains("DOWN") && started.contains("p:0 opening");
  }

  @Test
  void shouldWorkOnWhenTheStoreDoesNotAnswer() {
    try (Pod pod = pod("first").start()) {
      run.sendNextAndAwaitRows(pod);
      awaitAllSaved(pod);
      Signals.send(s3.pid(), "STOP");
      run.note("the store stands still");
      run.sendNextAndAwaitRows(pod);
      run.sendNextAndAwaitRows(pod);
      double saved = checkpoints(pod, DONE);
      Signals.send(s3.pid(), "CONT");
      awaitMore(pod, DONE, saved);
      finish(pod);
    }
  }

  @Test
  void shouldWaitAndSaySoWhenTheStoreIsAwayAtTheStart() {
    s3.killHard();
    run.sendNext();
    try (Pod pod = pod("pod").start()) {
      awaitReadiness(pod, "but the object store did not");
      assertThat(pod.isReady()).isFalse();
      s3.start();
      finish(pod);
      pod.awaitReady();
    }
  }

  /** It takes connections and says nothing: no error for a while, so the waiting itself is told. */
  @Test
  void shouldSayWhatItWaitsForWhenTheStoreDoesNotAnswerAtTheStart() {
    run.sendNext();
    Signals.send(s3.pid(), "STOP");
    try (Pod pod = pod("pod").start()) {
      awaitReadiness(pod, "from=object store");
      assertThat(pod.isReady()).isFalse();
      Signals.send(s3.pid(), "CONT");
      finish(pod);
      pod.awaitReady();
    }
  }

  private static void awaitReadiness(Pod pod, String text) {
    Until.holds(
        "readiness says " + text, () -> pod.get("/q/health/ready").contains(text), pod::evidence);
  }

  @Test
  void shouldTakeTheCheckpointBeforeWhenAFileOfTheNewestIsDamaged() {
    restoreAfter(file -> write(file, "damaged".repeat(10)));
  }

  @Test
  void shouldTakeTheCheckpointBeforeWhenAFileOfTheNewestIsMissing() {
    restoreAfter(StoreIT::delete);
  }

  /** An earlier checkpoint and a longer replay (C3), counted as failures. */
  private void restoreAfter(Consumer<Path> damage) {
    saveSeveralTimesAndDie();
    List<Path> files = run.checkpoints(s3).ownFilesOfNewest();
    assertThat(files).hasSize(run.windowPartitions());
    files.forEach(damage);
    run.note("the newest checkpoints damaged");
    try (Pod pod = pod("second").start()) {
      run.sendNextAndAwaitRows(pod);
      assertThat(pod.log()).contains("Expected a whole checkpoint, but it is damaged");
      assertThat(checkpoints(pod, FAILED)).isGreaterThanOrEqualTo(files.size());
      finish(pod);
    }
  }

  /** The log alone does not say what the state was: the function must not go on without it. */
  @Test
  void shouldRefuseWhenNoCheckpointIsWholeAndGoOnWhenItIsBroughtBack() {
    saveSeveralTimesAndDie();
    Path kept = folder.resolve("kept");
    Folders.copy(s3.objects(), kept);
    run.checkpoints(s3).files().forEach(file -> write(file, "damaged"));
    run.note("all checkpoints damaged");
    try (Pod pod = pod("second").start()) {
      awaitReadiness(pod, "none can be restored");
      assertThat(pod.isReady()).isFalse();
    }
    run.assertNothingWrongSoFar();
    Folders.copy(kept, s3.objects());
    run.note("brought back");
    try (Pod pod = pod("third").start()) {
      finish(pod);
    }
  }

  /** Each partition has several checkpoints, and nothing is committed behind the newest. */
  private void saveSeveralTimesAndDie() {
    try (Pod pod = pod("first").start()) {
      for (int i = 0; i < 3; i++) {
        Map<CheckpointLocation, CheckpointId> before = run.checkpoints(s3).newest();
        run.sendNextAndAwaitRows(pod);
        Until.holds("all is saved", () -> isSavedAnew(before), pod::evidence);
      }
      pod.killHard();
      run.note("killed");
    }
  }

  private boolean isSavedAnew(Map<CheckpointLocation, CheckpointId> before) {
    Map<CheckpointLocation, CheckpointId> now = run.checkpoints(s3).newest();
    return now.size() == run.windowPartitions()
        && now.entrySet().stream().noneMatch(e -> e.getValue().equals(before.get(e.getKey())));
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
