package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.accumulate.PaneBook;
import dev.millrace.engine.accumulate.SliceMerge;
import dev.millrace.engine.accumulate.Slices;
import dev.millrace.engine.accumulate.WindowHandles;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.purge.WindowPurger;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.functions.PaneKind;
import dev.millrace.state.KeyCursor;
import dev.millrace.state.WindowTable.Window;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the sliding windows that a move of the watermark makes close or fire, in the order of
 * rule W4, in portions (rule X4): first the books of windows that close, then the windows that
 * fire, each merged from its slices, or from blocks of them.
 */
final class SlicedFiring<A> {
  private final Slices<A> slices;
  private final WindowHandles<PaneBook> books;
  private final WindowLife life;
  private final PaneEmitter<A, ?> emitter;
  private final WindowPurger<PaneBook> purger;
  private final boolean announceClose;
  private long fromMs = TimeMath.NO_WATERMARK;
  private long toMs = TimeMath.NO_WATERMARK;
  private @Nullable Window<PaneBook> closing;
  private long firingEndMs = TimeMath.NEVER;
  private byte @Nullable [] afterKey;
  private @Nullable FireCursor cursor;
  private int panes;
  private long firedPairs;

  SlicedFiring(Slices<A> slices, WindowHandles<PaneBook> books, OperatorParts<?, A> parts) {
    this.slices = slices;
    this.books = books;
    this.life = parts.life();
    this.emitter = parts.emitter();
    this.announceClose = parts.announceClose();
    this.purger = new WindowPurger<>(books, life);
  }

  /** Finds what is due; forgets what is gone and has nothing left to say. */
  void begin(long fromMs, long toMs) {
    this.fromMs = fromMs;
    this.toMs = toMs;
    this.cursor = null;
    if (!announceClose) {
      purger.purgeClosed(fromMs, toMs);
    }
    closing = closing();
    firingEndMs = due(life.firstUnfiredEndMs(fromMs));
  }

  boolean isPending() {
    return closing != null || firingEndMs != TimeMath.NEVER;
  }

  long watermarkMs() {
    return toMs;
  }

  /** (key, window) pairs fired since the last call. */
  long takeFiredPairs() {
    long pairs = firedPairs;
    firedPairs = 0;
    return pairs;
  }

  @Nullable FireCursor cursor() {
    return isPending() ? cursor : null;
  }

  /** The watermark at which the next fired window is gone. */
  long nextCloseMs() {
    Window<PaneBook> first = books.firstFrom(Long.MIN_VALUE);
    return first == null ? TimeMath.NEVER : life.goneAtMs(first.endMs());
  }

  int fire(int maxPanes, @Nullable FireCursor through) {
    panes = 0;
    for (Window<PaneBook> window = closing; window != null; window = closing) {
      if (!close(window, maxPanes, through)) {
        return panes;
      }
      afterKey = null;
      purger.purgeIfGone(window, toMs);
      closing = closing();
    }
    while (firingEndMs != TimeMath.NEVER && fireWindow(firingEndMs, maxPanes, through)) {
      afterKey = null;
      firingEndMs = due(firingEndMs + 1);
    }
    return panes;
  }

  /** Announces the close of a window; false if stopped before its end. */
  private boolean close(Window<PaneBook> window, int maxPanes, @Nullable FireCursor through) {
    long startMs = window.startMs();
    long endMs = window.endMs();
    try (KeyCursor<PaneBook> keys = window.ascending(afterKey)) {
      while (keys.next()) {
        byte[] key = keys.key();
        if (isStop(maxPanes, through, endMs, startMs, key)) {
          return false;
        }
        emitted(emitter.repeatLast(key, startMs, endMs, keys.value()), endMs, startMs, key);
      }
    }
    return true;
  }

  /** Fires a window; false if stopped before its end. */
  private boolean fireWindow(long endMs, int maxPanes, @Nullable FireCursor through) {
    long startMs = slices.windowStartMs(endMs);
    try (SliceMerge<A> keys = slices.walk(endMs, afterKey)) {
      while (keys.next()) {
        byte[] key = keys.key();
        if (isStop(maxPanes, through, endMs, startMs, key)) {
          return false;
        }
        firedPairs++;
        emitted(emit(keys, startMs, endMs), endMs, startMs, key);
      }
    }
    return true;
  }

  private int emit(SliceMerge<A> keys, long startMs, long endMs) {
    byte[] key = keys.key();
    PaneBook book = new PaneBook();
    A merged;
    try {
      merged = keys.accumulator();
    } catch (RuntimeException e) {
      emitter.failed(key, startMs, endMs, PaneKind.ON_TIME, 0, e);
      return 0;
    }
    if (life.isGone(endMs, toMs)) {
      return emitter.emitLast(key, startMs, endMs, PaneKind.ON_TIME, book, merged);
    }
    int emitted = emitter.emit(key, startMs, endMs, PaneKind.ON_TIME, false, book, merged);
    if (emitted > 0) {
      books.open(endMs, startMs).put(key, book);
    }
    return emitted;
  }

  private boolean isStop(
      int maxPanes, @Nullable FireCursor through, long endMs, long startMs, byte[] key) {
    return panes >= maxPanes || (through != null && through.compareTo(endMs, startMs, key) < 0);
  }

  private void emitted(int count, long endMs, long startMs, byte[] key) {
    panes += count;
    afterKey = key;
    if (count > 0) {
      cursor = new FireCursor(endMs, startMs, key);
    }
  }

  private @Nullable Window<PaneBook> closing() {
    Window<PaneBook> first = books.firstFrom(Long.MIN_VALUE);
    return first != null && life.isFired(first.endMs(), fromMs) && life.isGone(first.endMs(), toMs)
        ? first
        : null;
  }

  private long due(long fromEndMs) {
    long endMs = slices.firstWindowEndMs(fromEndMs);
    return life.isFired(endMs, toMs) ? endMs : TimeMath.NEVER;
  }
}
