package dev.millrace.runtime.partition;

import dev.millrace.engine.SourceMarker;
import java.util.TreeMap;

/** Event time over several sources: rules R2, R3, R5 and W8 (pace), written down plainly. */
final class SimSources {
  private static final long NONE = Long.MIN_VALUE;

  /** What was said last of a source; its watermark is the largest that was. */
  private record Heard(long watermarkMs, boolean isIdle, long silentMs) {}

  private final long idleTimeoutMs;
  private final TreeMap<Integer, Heard> sources = new TreeMap<>();

  SimSources(long idleTimeoutMs) {
    this.idleTimeoutMs = idleTimeoutMs;
  }

  /** The first so many are waited for from the beginning. */
  void expect(int count) {
    for (int source = 0; source < count; source++) {
      sources.putIfAbsent(source, new Heard(NONE, false, 0));
    }
  }

  void heard(SourceMarker of) {
    if (of.left()) {
      sources.remove(of.source());
      return;
    }
    Heard before = sources.get(of.source());
    long watermarkMs =
        before == null ? of.watermarkMs() : Math.max(before.watermarkMs(), of.watermarkMs());
    sources.put(of.source(), new Heard(watermarkMs, of.idle(), of.silentMs()));
  }

  long watermarkMs() {
    if (sources.values().stream().anyMatch(s -> !s.isIdle())) {
      return sources.values().stream()
          .filter(s -> !s.isIdle())
          .mapToLong(Heard::watermarkMs)
          .min()
          .orElseThrow();
    }
    long furthestMs = sources.values().stream().mapToLong(Heard::watermarkMs).max().orElse(NONE);
    long silenceMs = sources.values().stream().mapToLong(Heard::silentMs).min().orElse(0);
    return furthestMs == NONE ? NONE : furthestMs + Math.max(0, silenceMs - idleTimeoutMs);
  }
}
