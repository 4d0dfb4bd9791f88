package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.S3Server;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * The object store refuses, does not answer, or loses uploads while a pod works (section 8, C2):
 * processing goes on, failures are counted, and checkpoints come when it is back.
 */
class StoreIT {
  private static final int PORTIONS = 5;
  private static final int SAVED_PARTITIONS = 8;
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
    String name = test.getTestMethod().orElseThrow().getName();
    long seed = Math.floorMod(name.hashCode(), 1_000L);
    run =
        new Run("store-" + seed, seed, Collections.nCopies(PORTIONS, Feed.Size.RANDOM))
            .of(StoreIT.class);
  }

  @AfterEach
  void stop() {
    run.close();
    proxy.close();
    s3.close();
  }

  private PodPlan pod(String name) {
    return run.pod(name)
        .with("quarkus.millrace.checkpoints.s3.endpoint", proxy.address())
        .with("quarkus.millrace.checkpoints.s3.access-key-id", s3.accessKey())
        .with("quarkus.millrace.checkpoints.s3.secret-access-key", s3.secretKey());
  }

  private void finish(Pod pod) {
    run.sendRest();
    run.awaitAllRows(pod);
    run.assertComplete();
  }

  private static double checkpoints(Pod pod, String outcome) {
    return pod.metric("millrace_checkpoints_total", outcome);
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
      awaitMore(pod, DONE, SAVED_PARTITIONS - 1);
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
  void shouldWorkOnWhenTheStoreDoesNotAnswer() {
    try (Pod pod = pod("first").start()) {
      run.sendNextAndAwaitRows(pod);
      awaitMore(pod, DONE, SAVED_PARTITIONS - 1);
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
}
