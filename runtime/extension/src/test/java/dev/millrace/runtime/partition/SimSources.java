package dev.millrace.runtime.partition;

import dev.millrace.engine.SourceMarker;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Event time over several sources: rules R2 and W8 (pace), written down plainly. */
final class SimSources {
  private static final long NONE = Long.MIN_VALUE;

  private final long idleTimeoutMs;
  private final long[] watermarksMs;
  private final boolean[] idle;
  private final long[] silentMs;

  /** So many sources, of which nothing was heard. */
  SimSources(int count, long idleTimeoutMs) {
    this.idleTimeoutMs = idleTimeoutMs;
    this.watermarksMs = new long[count];
    this.idle = new boolean[count];
    this.silentMs = new long[count];
    Arrays.fill(watermarksMs, NONE);
  }

  void heard(SourceMarker of) {
    watermarksMs[of.source()] = Math.max(watermarksMs[of.source()], of.watermarkMs());
    idle[of.source()] = of.idle();
    silentMs[of.source()] = of.silentMs();
  }

  long watermarkMs() {
    if (IntStream.range(0, idle.length).anyMatch(s -> !idle[s])) {
      return IntStream.range(0, idle.length)
          .filter(s -> !idle[s])
          .mapToLong(s -> watermarksMs[s])
          .min()
          .orElseThrow();
    }
    long furthestMs = Arrays.stream(watermarksMs).max().orElseThrow();
    long silenceMs = Arrays.stream(silentMs).min().orElseThrow();
    return furthestMs == NONE ? NONE : furthestMs + Math.max(0, silenceMs - idleTimeoutMs);
  }
}
