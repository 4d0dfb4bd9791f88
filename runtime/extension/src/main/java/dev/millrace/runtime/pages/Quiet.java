package dev.millrace.runtime.pages;

/**
 * When a pod can do without the pages that it has used so far: a while after its start, whatever it
 * does by then, and from then on each time that it has done nothing for a while.
 */
final class Quiet {
  private static final long NOT_YET = Long.MIN_VALUE;

  private final long afterMs;
  private long doneBefore;
  private long sinceMs = NOT_YET;
  private boolean isOver;
  private boolean isFirstOver;

  /**
   * Not begun.
   *
   * @param afterMs how long that while is
   */
  Quiet(long afterMs) {
    this.afterMs = afterMs;
  }

  /**
   * Whether it is time.
   *
   * @param isStarted whether the start is over
   * @param done a number that is another one whenever something was done
   * @param nowMs by the monotonic clock
   */
  boolean isDue(boolean isStarted, long done, long nowMs) {
    if (!isStarted) {
      sinceMs = NOT_YET;
      return false;
    }
    if (sinceMs == NOT_YET || (done != doneBefore && isFirstOver)) {
      sinceMs = nowMs;
      isOver = false;
    }
    doneBefore = done;
    if (isOver || nowMs - sinceMs < afterMs) {
      return false;
    }
    isOver = true;
    isFirstOver = true;
    return true;
  }
}
