package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.WindowHandles;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.purge.WindowPurger;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.trigger.CloseTimer;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.functions.PaneKind;
import dev.millrace.state.KeyCursor;
import dev.millrace.state.WindowTable.Window;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the windows that a move of the watermark makes fire or close, in the order of rule
 * W4, in portions (rule X4). Windows that close have smaller ends than windows that fire, so one
 * walk by (end, start, key) meets all. A window that is gone is deleted as soon as its keys are
 * done.
 */
final class AlignedFiring<A> {
  private final WindowHandles<PaneState<A>> handles;
  private final WindowLife life;
  private final PaneEmitter<A, ?> emitter;
  private final WindowPurger<PaneState<A>> purger;
  private final CloseTimer<A> closes;
  private final boolean announceClose;
  private long fromMs = TimeMath.NO_WATERMARK;
  private long toMs = TimeMath.NO_WATERMARK;
  private @Nullable Window<PaneState<A>> current;
  private byte @Nullable [] afterKey;
  private @Nullable FireCursor cursor;
  private long firedPairs;

  AlignedFiring(
      WindowHandles<PaneState<A>> handles,
      WindowLife life,
      PaneEmitter<A, ?> emitter,
      CloseTimer<A> closes,
      boolean announceClose) {
    this.handles = handles;
    this.life = life;
    this.emitter = emitter;
    this.purger = new WindowPurger<>(handles, life);
    this.closes = closes;
    this.announceClose = announceClose;
  }

  /** Finds what is due; forgets what is gone and has nothing left to say. */
  void begin(long fromMs, long toMs) {
    this.fromMs = fromMs;
    this.toMs = toMs;
    this.cursor = null;
    if (!announceClose) {
      purger.purgeClosed(fromMs, toMs);
    }
    this.current = due(handles.firstFrom(Long.MIN_VALUE));
  }

  boolean isPending() {
    return current != null;
  }

  long watermarkMs() {
    return toMs;
  }

  @Nullable FireCursor cursor() {
    return current == null ? null : cursor;
  }

  /** (key, window) pairs fired since the last call. */
  long takeFiredPairs() {
    long pairs = firedPairs;
    firedPairs = 0;
    return pairs;
  }

  int fire(int maxPanes, @Nullable FireCursor through) {
    int panes = 0;
    Window<PaneState<A>> window = current;
    while (window != null) {
      boolean done = true;
      try (KeyCursor<PaneState<A>> keys = window.ascending(afterKey)) {
        while (keys.next()) {
          if (panes >= maxPanes || isBeyond(through, window, keys.key())) {
            done = false;
            break;
          }
          panes += fireKey(window, keys);
          afterKey = keys.key();
        }
      }
      if (!done) {
        return panes;
      }
      window = finish(window);
      current = window;
    }
    return panes;
  }

  private static boolean isBeyond(@Nullable FireCursor through, Window<?> window, byte[] key) {
    return through != null && through.compareTo(window.endMs(), window.startMs(), key) < 0;
  }

  private int fireKey(Window<PaneState<A>> window, KeyCursor<PaneState<A>> keys) {
    byte[] key = keys.key();
    int panes = emit(window, key, keys);
    if (panes > 0) {
      cursor = new FireCursor(window.endMs(), window.startMs(), key);
    }
    return panes;
  }

  private int emit(Window<PaneState<A>> window, byte[] key, KeyCursor<PaneState<A>> keys) {
    long startMs = window.startMs();
    long endMs = window.endMs();
    if (life.isFired(endMs, fromMs)) {
      PaneState<A> state = keys.value();
      return emitter.announceClose(key, startMs, endMs, state, state.accumulator());
    }
    if (life.isGone(endMs, toMs)) {
      PaneState<A> state = keys.value();
      return emitter.emitLast(key, startMs, endMs, PaneKind.ON_TIME, state, state.accumulator());
    }
    PaneState<A> state = window.forUpdate(key);
    if (state == null) {
      return 0;
    }
    int panes = emitter.emit(key, startMs, endMs, PaneKind.ON_TIME, false, state);
    if (state.lastValue() != null) {
      closes.note(endMs);
    }
    return panes;
  }

  private @Nullable Window<PaneState<A>> finish(Window<PaneState<A>> window) {
    long startMs = window.startMs();
    long endMs = window.endMs();
    afterKey = null;
    if (!life.isFired(endMs, fromMs)) {
      firedPairs += window.size();
    }
    purger.purgeIfGone(window, toMs);
    return due(handles.after(endMs, startMs));
  }

  /** The first window from this one on that has a pane to emit. */
  private @Nullable Window<PaneState<A>> due(@Nullable Window<PaneState<A>> from) {
    Window<PaneState<A>> window = from;
    if (window != null && life.isFired(window.endMs(), fromMs)) {
      if (announceClose && life.isGone(window.endMs(), toMs)) {
        return window;
      }
      window = handles.firstFrom(life.firstUnfiredEndMs(fromMs));
    }
    return window != null && life.isFired(window.endMs(), toMs) ? window : null;
  }
}
