package dev.millrace.runtime.lane;

import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * How long after its process began the pod got how far, so how long a wake from zero takes. A step
 * counts the first time. Thread-safe; a step that was reached before costs a volatile read.
 */
public final class StartTimes {
  private static final Logger LOG = Logger.getLogger(StartTimes.class);
  private static final long NOT_YET = -1;
  private static final double MS_PER_SECOND = 1_000;

  private final Clocks clocks;
  private final long beganMs;
  private final Map<Step, AtomicLong> afterMs = new EnumMap<>(Step.class);
  private final Map<Step, Runnable> actions = new ConcurrentHashMap<>();

  /** How far a start is. */
  public enum Step {
    /** A partition has its state and begins to read. */
    OPENED,
    /** Records have come. */
    POLLED,
    /** The first output, as a rule a pane, is committed: readers see it. */
    EMITTED;

    /** As metrics call it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Of a process.
   *
   * @param ageMs how long it has been running, from 0
   */
  public StartTimes(Clocks clocks, long ageMs) {
    this.clocks = clocks;
    this.beganMs = clocks.monotonicMs() - ageMs;
    for (Step step : Step.values()) {
      afterMs.put(step, new AtomicLong(NOT_YET));
    }
  }

  /** Of this process. */
  public static StartTimes ofProcess(Clocks clocks) {
    long ageMs = ManagementFactory.getRuntimeMXBean().getUptime();
    return new StartTimes(clocks, Math.max(0, ageMs));
  }

  /** Runs something when a step is reached for the first time, on the thread that says so. */
  public void atFirst(Step step, Runnable action) {
    actions.put(step, action);
  }

  /** The pod has got so far, maybe not for the first time. */
  public void reached(Step step) {
    AtomicLong first = after(step);
    if (first.get() == NOT_YET) {
      long ms = clocks.monotonicMs() - beganMs;
      if (first.compareAndSet(NOT_YET, ms)) {
        LOG.infof("Start: %s after %d ms", step.label(), ms);
        actions.getOrDefault(step, () -> {}).run();
      }
    }
  }

  /** Seconds from the begin of the process to a step; not a number before it. */
  public double seconds(Step step) {
    long ms = after(step).get();
    return ms == NOT_YET ? Double.NaN : ms / MS_PER_SECOND;
  }

  private AtomicLong after(Step step) {
    return Objects.requireNonNull(afterMs.get(step));
  }
}
