package dev.millrace.testkit.oracle;

import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.TimeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Event time of one key space over its sources (rules W2, W8, R2, R3). A function on the record's
 * own key has one source. Plain arithmetic; {@code null} says that there is no watermark yet.
 */
final class OracleClock {

  /** What is known of one source partition. */
  private static final class Source {
    @Nullable Long w;
    long heardAtMs;

    /** What the key space was told last: in-band, so it may be behind the truth (R2). */
    boolean idle;

    long silentMs;

    Source(long heardAtMs) {
      this.heardAtMs = heardAtMs;
    }
  }

  private final TimeSpec time;
  private final boolean rekeyed;
  private final Map<Integer, Source> sources = new TreeMap<>();
  private @Nullable Long now;

  OracleClock(TimeSpec time, boolean rekeyed) {
    this.time = time;
    this.rekeyed = rekeyed;
  }

  void join(int source, long wallMs) {
    sources.put(source, new Source(wallMs));
  }

  /** The watermark, or null before there is one. */
  @Nullable Long watermark() {
    return now;
  }

  /** A record that was not rejected. */
  void accepted(int source, long eventTimeMs, long wallMs) {
    Source s = heard(source, wallMs);
    long candidate = eventTimeMs - time.outOfOrdernessMs();
    s.w = s.w == null ? candidate : Math.max(s.w, candidate);
    merge();
    if (!rekeyed) {
      s.w = now;
    }
  }

  /** A record that was rejected: the partition spoke, event time stays. */
  void rejected(int source, long wallMs) {
    Source s = heard(source, wallMs);
    if (rekeyed) {
      merge();
    } else {
      s.w = now;
    }
  }

  /** The next instant up to the limit at which silence changes something, or null. */
  @Nullable Long nextChange(@Nullable Long nextTimerMs, long fromMs, long toMs) {
    if (time.idleTimeoutMs() == TimeSpec.NEVER) {
      return null;
    }
    List<Long> instants = new ArrayList<>();
    for (Source s : sources.values()) {
      instants.add(s.heardAtMs + time.idleTimeoutMs());
    }
    Long largest = largest();
    if (time.idlePolicy() == IdlePolicy.PACE && nextTimerMs != null && largest != null) {
      long lastIdle = instants.stream().mapToLong(Long::longValue).max().orElseThrow();
      instants.add(lastIdle + Math.max(0, nextTimerMs - largest));
    }
    return instants.stream().filter(t -> t > fromMs && t <= toMs).min(Long::compare).orElse(null);
  }

  /**
   * Silence up to that instant. A partition on its own moves event time only by making something
   * fire (W8).
   */
  void silentUntil(long wallMs, @Nullable Long nextTimerMs) {
    Long before = now;
    for (Source s : sources.values()) {
      s.silentMs = wallMs - s.heardAtMs;
      s.idle = s.silentMs >= time.idleTimeoutMs();
    }
    merge();
    if (!rekeyed && (nextTimerMs == null || now == null || now < nextTimerMs)) {
      now = before;
    }
  }

  private Source heard(int source, long wallMs) {
    Source s = sources.get(source);
    if (s == null) {
      throw new IllegalArgumentException("Expected a known source, but got: source=" + source);
    }
    s.heardAtMs = wallMs;
    s.silentMs = 0;
    s.idle = false;
    return s;
  }

  private void merge() {
    Long merged = merged();
    if (merged != null && (now == null || merged > now)) {
      now = merged;
    }
  }

  private @Nullable Long merged() {
    Long smallest = null;
    boolean allIdle = true;
    for (Source s : sources.values()) {
      if (time.idlePolicy() != IdlePolicy.STALL && s.idle) {
        continue;
      }
      allIdle = false;
      if (s.w == null) {
        return null;
      }
      smallest = smallest == null ? s.w : Math.min(smallest, s.w);
    }
    if (!allIdle) {
      return smallest;
    }
    Long largest = largest();
    if (largest == null || time.idlePolicy() != IdlePolicy.PACE) {
      return largest;
    }
    long silence = Long.MAX_VALUE;
    for (Source s : sources.values()) {
      silence = Math.min(silence, s.silentMs);
    }
    return largest + Math.max(0, silence - time.idleTimeoutMs());
  }

  private @Nullable Long largest() {
    Long largest = null;
    for (Source s : sources.values()) {
      if (s.w != null) {
        largest = largest == null ? s.w : Long.valueOf(Math.max(largest, s.w));
      }
    }
    return largest;
  }
}
