package dev.millrace.runtime.partition;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** Sums per record key and second, and hangs in one click until it is let go. */
@StreamFunction("blocking-totals")
@Tumbling(size = "1s")
@Watermarks(outOfOrderness = "500ms", maxAhead = "1h", idleTimeout = "1m")
public final class BlockingTotals implements MergeableWindowFunction<Click, Long, Long> {
  static final long BLOCKING_AMOUNT = 500;

  /** The users of the clicks that it hung in, of all pods of this JVM. */
  static final Queue<String> BLOCKED = new ConcurrentLinkedQueue<>();

  private static final CountDownLatch GATE = new CountDownLatch(1);

  /** From now on no click is hung in. */
  static void letGo() {
    GATE.countDown();
  }

  @Override
  public Long create() {
    return 0L;
  }

  @Override
  public Long add(Long sum, Click click) {
    if (click.amount() == BLOCKING_AMOUNT) {
      BLOCKED.add(click.user());
      awaitGate();
    }
    return sum + click.amount();
  }

  private static void awaitGate() {
    try {
      GATE.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Long merge(Long left, Long right) {
    return left + right;
  }

  @Override
  public Long finish(Long sum, WindowContext context) {
    return sum;
  }
}
