package dev.millrace.runtime.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A lane gives each duty its turn, from one thread. */
class LaneTest {

  /** A duty that works so many steps, then waits. */
  private static class Steps implements Duty {
    final CountDownLatch left;
    final CompletableFuture<RuntimeException> failure = new CompletableFuture<>();
    volatile Thread thread = Thread.currentThread();

    Steps(int steps) {
      left = new CountDownLatch(steps);
    }

    @Override
    public boolean step(Moment now) {
      thread = Thread.currentThread();
      left.countDown();
      return left.getCount() > 0;
    }

    @Override
    public long nextDueMs() {
      return NEVER;
    }

    @Override
    public void failed(RuntimeException cause) {
      failure.complete(cause);
    }
  }

  @Test
  void shouldRunAllDutiesOnOneThread() throws Exception {
    try (Lane lane = new Lane("lane", Clocks.system())) {
      Steps a = new Steps(100);
      Steps b = new Steps(100);
      lane.add(a);
      lane.add(b);
      assertThat(a.left.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(b.left.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(a.thread).isSameAs(b.thread);
    }
  }

  @Test
  void shouldGoOnWithTheOthersWhenADutyThrows() throws Exception {
    try (Lane lane = new Lane("lane", Clocks.system())) {
      Steps bad =
          new Steps(1) {
            @Override
            public boolean step(Moment now) {
              throw new IllegalStateException("bad");
            }
          };
      lane.add(bad);
      assertThat(bad.failure.get(10, TimeUnit.SECONDS)).hasMessage("bad");
      Steps good = new Steps(5);
      lane.add(good);
      assertThat(good.left.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void shouldRunCommandsInOrderWhenItIsClosed() {
    AtomicInteger ran = new AtomicInteger();
    Lane lane = new Lane("lane", Clocks.system());
    for (int i = 0; i < 10; i++) {
      lane.execute(ran::incrementAndGet);
    }
    lane.close();
    assertThat(ran).hasValue(10);
  }
}
