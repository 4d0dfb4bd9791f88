package dev.millrace.engine.trigger;

import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.WindowHandles;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.state.KeyCursor;
import dev.millrace.state.WindowTable.Window;

/**
 * Knows when the next close of a window is to be announced (rule W9). A fired window without a pane
 * has nothing to repeat, and its close is no reason to move event time on (rule W8), so windows are
 * looked into; each once, for what a window gains later is noted.
 */
public final class CloseTimer<A> {
  private final WindowHandles<PaneState<A>> handles;
  private final WindowLife life;
  private final boolean announceClose;

  /** Fired windows that end before it have nothing to repeat. */
  private long nextEndMs = TimeMath.NEVER;

  /** Whether the state, which may have been restored, was looked into. */
  private boolean known;

  /**
   * @param announceClose whether closes are announced at all
   */
  public CloseTimer(WindowHandles<PaneState<A>> handles, WindowLife life, boolean announceClose) {
    this.handles = handles;
    this.life = life;
    this.announceClose = announceClose;
  }

  /** A fired window has a pane to repeat. */
  public void note(long endMs) {
    nextEndMs = Math.min(nextEndMs, endMs);
  }

  /** The watermark of the next announcement; {@link TimeMath#NEVER} if there is none. */
  public long nextMs(long watermarkMs) {
    if (!announceClose) {
      return TimeMath.NEVER;
    }
    if (!known) {
      nextEndMs = find(Long.MIN_VALUE, watermarkMs);
      known = true;
    } else if (life.isGone(nextEndMs, watermarkMs)) {
      nextEndMs = find(nextEndMs + 1, watermarkMs);
    }
    return life.goneAtMs(nextEndMs);
  }

  private long find(long fromEndMs, long watermarkMs) {
    Window<PaneState<A>> window = handles.firstFrom(fromEndMs);
    while (window != null && life.isFired(window.endMs(), watermarkMs)) {
      if (hasPane(window)) {
        return window.endMs();
      }
      window = handles.after(window.endMs(), window.startMs());
    }
    return TimeMath.NEVER;
  }

  private static <A> boolean hasPane(Window<PaneState<A>> window) {
    try (KeyCursor<PaneState<A>> keys = window.ascending(null)) {
      while (keys.next()) {
        if (keys.value().lastValue() != null) {
          return true;
        }
      }
    }
    return false;
  }
}
