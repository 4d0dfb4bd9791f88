package dev.millrace.testkit.oracle;

import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a function must emit for a log, computed the plain way: after every record all windows are
 * looked at. The results are those of one key space: one partition of a function on the record's
 * key, or all of a re-keyed one.
 */
public final class Oracle {
  private static final Comparator<OracleWindow> ORDER =
      Comparator.<OracleWindow>comparingLong(w -> w.endMs)
          .thenComparingLong(w -> w.startMs)
          .thenComparing(w -> w.key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private final FunctionSpec spec;
  private final boolean reticent;
  private final OracleClock clock;
  private final boolean session;
  private final long lateness;
  private final List<OracleWindow> live = new ArrayList<>();
  private final List<OraclePane> panes = new ArrayList<>();
  private final List<String> tooLate = new ArrayList<>();
  private final Map<String, Integer> rejected = new TreeMap<>();
  private int partlyLate;
  private long wallMs;

  /**
   * A fresh key space.
   *
   * @param reticent whether the function has no result for a number of records that three divides
   * @param rekeyed whether several sources feed it
   * @param assignedAtMs the clock when its sources were assigned
   */
  public Oracle(
      FunctionSpec spec, boolean reticent, boolean rekeyed, int sources, long assignedAtMs) {
    this.spec = spec;
    this.reticent = reticent;
    this.clock = new OracleClock(spec.time(), rekeyed);
    this.session = spec.window() instanceof WindowSpec.Session;
    this.lateness = spec.time().allowedLatenessMs();
    this.wallMs = assignedAtMs;
    for (int source = 0; source < sources; source++) {
      clock.join(source, assignedAtMs);
    }
  }

  /** In the order of emission. */
  public List<OraclePane> panes() {
    return panes;
  }

  /** Source partition and offset of the records that were too late. */
  public List<String> late() {
    return tooLate;
  }

  public Map<String, Integer> rejected() {
    return rejected;
  }

  public int partlyLate() {
    return partlyLate;
  }

  public long openWindows() {
    return live.stream().filter(w -> !w.fired).count();
  }

  /** Event time, or null before the first record. */
  public @Nullable Long watermark() {
    return clock.watermark();
  }

  /** A source partition is added (R3). */
  public void join(int source) {
    clock.join(source, wallMs);
  }

  /** Lets the clock go on to that instant. */
  public void wall(long toMs) {
    while (true) {
      Long timer = nextTimer();
      Long next = clock.nextChange(timer, wallMs, toMs);
      if (next == null) {
        break;
      }
      wallMs = next;
      clock.silentUntil(next, timer);
      fireDue();
    }
    wallMs = Math.max(wallMs, toMs);
  }

  /** Reads a record, at the instant it says. */
  public void record(OracleRecord r) {
    wall(r.readAtMs());
    String reason = rejection(r);
    if (reason != null) {
      rejected.merge(reason, 1, Integer::sum);
      clock.rejected(r.source(), wallMs);
      fireDue();
      return;
    }
    long ts = eventTime(r);
    List<OracleWindow> touched = session ? addToSession(r, ts) : addToWindows(r, ts);
    if (touched.isEmpty()) {
      tooLate.add(r.source() + ":" + r.offset());
    }
    List<OracleWindow> late = touched.stream().filter(w -> isComplete(w.endMs)).toList();
    clock.accepted(r.source(), ts, wallMs);
    for (OracleWindow w : touched.stream().sorted(ORDER).toList()) {
      if (late.contains(w)) {
        fireLate(w);
      } else {
        triggerEarly(w, r);
      }
    }
    fireDue();
  }

  private @Nullable String rejection(OracleRecord r) {
    if (r.key() == null) {
      return "null_key";
    }
    if (r.eventTimeMs() == null) {
      return "invalid_ts";
    }
    if (spec.time().maxAheadMs() != TimeSpec.UNLIMITED
        && r.eventTimeMs() > r.readAtMs() + spec.time().maxAheadMs()) {
      return "future_ts";
    }
    return r.functionThrows() ? failure(r, r.eventTimeMs()) : null;
  }

  /** User code sees a record only if a window still takes it. */
  private @Nullable String failure(OracleRecord r, long ts) {
    boolean reachesFunction =
        session
            ? !isGone(merged(touching(key(r), ts), ts).endMs())
            : OracleWindows.of(spec.window(), ts).stream().anyMatch(b -> !isGone(b.endMs()));
    return reachesFunction ? "function_failed" : null;
  }

  // --- aligned windows

  private List<OracleWindow> addToWindows(OracleRecord r, long ts) {
    List<OracleWindow> taken = new ArrayList<>();
    List<OracleWindows.Bounds> assigned = OracleWindows.of(spec.window(), ts);
    for (OracleWindows.Bounds bounds : assigned) {
      if (!isGone(bounds.endMs())) {
        OracleWindow w = find(key(r), bounds.startMs(), bounds.endMs());
        w.add(r);
        taken.add(w);
      }
    }
    if (!taken.isEmpty() && taken.size() < assigned.size()) {
      partlyLate++;
    }
    return taken;
  }

  private OracleWindow find(String key, long startMs, long endMs) {
    for (OracleWindow w : live) {
      if (w.key.equals(key) && w.startMs == startMs && w.endMs == endMs) {
        return w;
      }
    }
    OracleWindow created = new OracleWindow(key, startMs, endMs);
    live.add(created);
    return created;
  }

  // --- sessions (W6)

  private List<OracleWindow> addToSession(OracleRecord r, long ts) {
    List<OracleWindow> touching = touching(key(r), ts);
    OracleWindows.Bounds bounds = merged(touching, ts);
    if (isGone(bounds.endMs())) {
      return List.of();
    }
    OracleWindow target = null;
    for (OracleWindow w : touching) {
      if (w.startMs == bounds.startMs() && w.endMs == bounds.endMs()) {
        target = w;
      }
    }
    if (target == null) {
      target = new OracleWindow(key(r), bounds.startMs(), bounds.endMs());
      absorb(target, touching);
    }
    target.add(r);
    return List.of(target);
  }

  private List<OracleWindow> touching(String key, long ts) {
    long gap = ((WindowSpec.Session) spec.window()).gapMs();
    return live.stream()
        .filter(w -> w.key.equals(key) && ts <= w.endMs && ts + gap >= w.startMs)
        .sorted(ORDER)
        .toList();
  }

  private OracleWindows.Bounds merged(List<OracleWindow> touching, long ts) {
    long start = ts;
    long end = ts + ((WindowSpec.Session) spec.window()).gapMs();
    for (OracleWindow w : touching) {
      start = Math.min(start, w.startMs);
      end = Math.max(end, w.endMs);
    }
    return new OracleWindows.Bounds(start, end);
  }

  private void absorb(OracleWindow target, List<OracleWindow> pieces) {
    for (OracleWindow piece : pieces) {
      retract(piece);
      target.all.addAll(piece.all);
      target.fresh.addAll(piece.fresh);
      target.freshRecords += piece.freshRecords;
      if (piece.earlyDueMs != null
          && (target.earlyDueMs == null || piece.earlyDueMs < target.earlyDueMs)) {
        target.earlyDueMs = piece.earlyDueMs;
      }
    }
    live.removeAll(pieces);
    live.add(target);
  }

  // --- panes (W9)

  private void triggerEarly(OracleWindow w, OracleRecord r) {
    if (spec.emission().mode() != EmissionMode.EARLY) {
      return;
    }
    w.freshRecords++;
    long every = spec.emission().everyRecords();
    long everyMs = spec.emission().everyMs();
    boolean byCount = every > 0 && w.freshRecords >= every;
    boolean byTime = everyMs > 0 && w.earlyDueMs != null && r.timestampMs() >= w.earlyDueMs;
    if (everyMs > 0 && w.earlyDueMs == null) {
      w.earlyDueMs = r.timestampMs() + everyMs;
    }
    if (byCount || byTime) {
      emit(w, PaneKind.EARLY);
      w.freshRecords = 0;
      w.earlyDueMs = everyMs > 0 ? r.timestampMs() + everyMs : null;
    }
  }

  private void fireLate(OracleWindow w) {
    w.fired = spec.emission().mode() != EmissionMode.ON_CLOSE;
    if (w.fired) {
      emit(w, PaneKind.LATE);
    }
  }

  private void fireDue() {
    for (OracleWindow w : live.stream().sorted(ORDER).toList()) {
      if (!w.fired && isDue(w)) {
        w.fired = true;
        emit(w, PaneKind.ON_TIME);
      } else if (isAnnounced(w) && isGone(w.endMs)) {
        announce(w);
      }
    }
    live.removeIf(w -> isGone(w.endMs));
  }

  private boolean isDue(OracleWindow w) {
    return spec.emission().mode() == EmissionMode.ON_CLOSE ? isGone(w.endMs) : isComplete(w.endMs);
  }

  private boolean isAnnounced(OracleWindow w) {
    OraclePane last = w.lastPane();
    return spec.emission().announceClose() && w.fired && last != null && !last.isFinal();
  }

  private void announce(OracleWindow w) {
    OraclePane last = w.lastPane();
    if (last != null) {
      if (spec.accumulation() == AccumulationMode.RETRACTING) {
        retract(w);
      }
      put(w, last.kind(), true, last.value());
    }
  }

  private void emit(OracleWindow w, PaneKind kind) {
    if (reticent && w.size(spec.accumulation()) % 3 == 0) {
      return;
    }
    if (spec.accumulation() == AccumulationMode.RETRACTING) {
      retract(w);
    }
    put(w, kind, isGone(w.endMs), w.value(spec.accumulation()));
    w.fresh.clear();
  }

  private void retract(OracleWindow w) {
    OraclePane last = w.lastPane();
    if (last != null) {
      put(w, PaneKind.RETRACTION, false, last.value());
    }
  }

  private void put(OracleWindow w, PaneKind kind, boolean isFinal, String value) {
    OraclePane pane =
        new OraclePane(w.key, w.startMs, w.endMs, kind, w.panes.size(), isFinal, value);
    w.panes.add(pane);
    panes.add(pane);
  }

  // --- time (W3, W6)

  /** Event time at which a pane falls due without a further record, or null. */
  private @Nullable Long nextTimer() {
    Long next = null;
    for (OracleWindow w : live) {
      if (w.endMs == Long.MAX_VALUE) {
        continue;
      }
      boolean atClose = spec.emission().mode() == EmissionMode.ON_CLOSE;
      Long due = null;
      if (!w.fired) {
        due = w.endMs + (atClose ? lateness : 0);
      } else if (spec.emission().announceClose()) {
        // Even where it has nothing to repeat, its close is an instant that counts.
        due = w.endMs + lateness;
      }
      if (due != null) {
        due += session ? 1 : 0;
        next = next == null ? due : Long.valueOf(Math.min(next, due));
      }
    }
    return next;
  }

  private boolean isComplete(long endMs) {
    return passed(endMs, 0);
  }

  private boolean isGone(long endMs) {
    return passed(endMs, lateness);
  }

  private boolean passed(long endMs, long extra) {
    Long w = clock.watermark();
    if (w == null || endMs == Long.MAX_VALUE) {
      return false;
    }
    return session ? w > endMs + extra : w >= endMs + extra;
  }

  private static String key(OracleRecord r) {
    if (r.key() == null) {
      throw new IllegalArgumentException("Expected a key, but there is none: offset=" + r.offset());
    }
    return r.key();
  }

  private static long eventTime(OracleRecord r) {
    if (r.eventTimeMs() == null) {
      throw new IllegalArgumentException(
          "Expected an event time, but there is none: offset=" + r.offset());
    }
    return r.eventTimeMs();
  }
}
