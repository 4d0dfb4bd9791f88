package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitingTest {
  private static final long SINCE_MS = 5_000;
  private static final long LATE_MS = SINCE_MS + Waiting.PATIENCE_MS;

  private final Waiting waiting = new Waiting("object store (list of checkpoints)", SINCE_MS);

  @Test
  void shouldComplainOfNothingWhenTheAnswerMayStillCome() {
    assertThat(waiting.complaint(LATE_MS - 1)).isEmpty();
  }

  @Test
  void shouldNameWhoDoesNotAnswerWhenItIsLate() {
    assertThat(waiting.complaint(LATE_MS))
        .contains("from=object store (list of checkpoints)", "waitedMs=" + Waiting.PATIENCE_MS);
  }

  @Test
  void shouldComplainOfNothingWhenNoAnswerIsWaitedFor() {
    assertThat(new Waiting("", SINCE_MS).complaint(LATE_MS)).isEmpty();
    assertThat(Waiting.NONE.complaint(Long.MAX_VALUE)).isEmpty();
  }
}
