package dev.millrace.engine.purge;

import dev.millrace.engine.accumulate.WindowHandles;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.state.WindowTable.Window;

/** Forgets windows that nothing can revise any more: those that are gone and have fired. */
public final class WindowPurger<V> {
  private final WindowHandles<V> handles;
  private final WindowLife life;

  public WindowPurger(WindowHandles<V> handles, WindowLife life) {
    this.handles = handles;
    this.life = life;
  }

  /** Forgets the windows that had fired at one watermark and are gone at a later one. */
  public void purgeClosed(long fromMs, long toMs) {
    Window<V> first = handles.firstFrom(Long.MIN_VALUE);
    while (first != null
        && life.isFired(first.endMs(), fromMs)
        && life.isGone(first.endMs(), toMs)) {
      handles.delete(first);
      first = handles.firstFrom(Long.MIN_VALUE);
    }
  }

  /** Forgets a window that has fired, if it is gone. */
  public void purgeIfGone(Window<V> window, long watermarkMs) {
    if (life.isGone(window.endMs(), watermarkMs)) {
      handles.delete(window);
    }
  }
}
