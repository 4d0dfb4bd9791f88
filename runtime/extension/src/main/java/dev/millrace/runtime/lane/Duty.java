package dev.millrace.runtime.lane;

/** Work that a lane does step by step, always from the same thread. */
public interface Duty {

  /** Says that a duty waits for nothing but a wake-up. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Does a bounded piece of work.
   *
   * @return whether anything was done: if not, the lane may sleep until {@link #nextDueMs}
   */
  boolean step(Moment now);

  /** Monotonic time at which it wants its next step even if nothing wakes the lane. */
  long nextDueMs();

  /** It threw; it gets no further step. */
  void failed(RuntimeException cause);
}
