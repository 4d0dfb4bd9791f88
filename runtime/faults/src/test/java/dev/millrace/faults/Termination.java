package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** SIGTERM to a pod that is in trouble: it ends within its grace period (section 8). */
final class Termination {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  /** Kubernetes' usual one less the usual stop timeout, and what a loaded machine may take. */
  private static final Duration GRACE = STOP_TIMEOUT.plusSeconds(10).plusSeconds(45);

  private static final int TERMINATED = 143;

  private Termination() {}

  /** The plan with a stop timeout that is soon over. */
  static PodPlan brief(PodPlan plan) {
    return plan.with("quarkus.millrace.stop-timeout", STOP_TIMEOUT.toSeconds() + "s");
  }

  /** Sends the signal, and waits for the end that it must bring about. */
  static void end(Pod pod, Run run, String amid) {
    run.note("terminated while " + amid);
    end(pod, amid);
  }

  /** As above, of a pod that works for no run. */
  static void end(Pod pod, String amid) {
    long start = System.nanoTime();
    pod.signal("TERM");
    int exitCode = pod.awaitExit(GRACE);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    System.out.printf("%s: ended after %.1f s%n", amid, took.toMillis() / 1000.0);
    assertThat(exitCode).as(pod::evidence).isEqualTo(TERMINATED);
  }
}
