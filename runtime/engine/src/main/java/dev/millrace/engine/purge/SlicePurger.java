package dev.millrace.engine.purge;

import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.Slices;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.state.WindowTable.Window;

/** Forgets slices once the last window that they are part of has fired and is gone. */
public final class SlicePurger<A> {
  private final Slices<A> slices;
  private final WindowLife life;

  public SlicePurger(Slices<A> slices, WindowLife life) {
    this.slices = slices;
    this.life = life;
  }

  /** Forgets all slices whose windows are gone. */
  public void purge(long watermarkMs) {
    Window<PaneState<A>> first = slices.first();
    while (first != null && life.isGone(slices.lastWindowEndMs(first), watermarkMs)) {
      slices.delete(first);
      first = slices.first();
    }
  }

  /** The watermark at which the next slice is gone; {@link TimeMath#NEVER} if none is kept. */
  public long nextMs() {
    Window<PaneState<A>> first = slices.first();
    return first == null ? TimeMath.NEVER : life.goneAtMs(slices.lastWindowEndMs(first));
  }
}
