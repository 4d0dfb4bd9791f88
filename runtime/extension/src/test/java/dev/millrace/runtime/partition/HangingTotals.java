package dev.millrace.runtime.partition;

import dev.millrace.functions.Emission;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.Sliding;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.spec.EmissionMode;
import java.util.concurrent.Semaphore;

/**
 * Sums per record key, with panes of two windows for each record, and hangs in clicks of one amount
 * and in the second early pane of one sum, each time until it is let go.
 */
@StreamFunction("hanging-totals")
@Sliding(size = "2s", slide = "1s")
@Emission(mode = EmissionMode.EARLY, everyRecords = 1)
@Watermarks(outOfOrderness = "500ms", maxAhead = "1d", idleTimeout = "1m")
public final class HangingTotals implements WindowFunction<Click, Long, Long> {
  static final long HANGING_AMOUNT = 500;
  static final long HANGING_SUM = 7;

  /** A permit for each time that it hung. */
  static final Semaphore HUNG = new Semaphore(0);

  private static final Semaphore LET_GO = new Semaphore(0);

  /** Lets it go on that many times, those to come included. */
  static void letGo(int times) {
    LET_GO.release(times);
  }

  /** Forgets what another test did. */
  static void reset() {
    HUNG.drainPermits();
    LET_GO.drainPermits();
  }

  private static void hang() {
    HUNG.release();
    LET_GO.acquireUninterruptibly();
  }

  @Override
  public Long create() {
    return 0L;
  }

  @Override
  public Long add(Long sum, Click click) {
    if (click.amount() == HANGING_AMOUNT && sum == 0) {
      hang();
    }
    return sum + click.amount();
  }

  @Override
  public Long finish(Long sum, WindowContext context) {
    boolean isSecond = Math.floorMod(context.startMs(), 2_000L) == 0;
    if (sum == HANGING_SUM && isSecond && context.paneKind() == PaneKind.EARLY) {
      hang();
    }
    return sum;
  }
}
