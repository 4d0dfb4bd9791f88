package dev.millrace.engine.purge;

import dev.millrace.engine.accumulate.SessionTables;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.state.TimerTable.Timer;
import org.jspecify.annotations.Nullable;

/** Forgets sessions that nothing can revise any more; they are not reopened (rule W6). */
public final class SessionPurger<A> {
  private final SessionTables<A> tables;
  private final WindowLife life;

  public SessionPurger(SessionTables<A> tables, WindowLife life) {
    this.tables = tables;
    this.life = life;
  }

  /** The first session that has fired and is gone, or null. */
  public @Nullable Timer closing(long watermarkMs) {
    Timer first = tables.firstFired();
    return first != null && life.isGone(first.timeMs(), watermarkMs) ? first : null;
  }

  /** Forgets all sessions that have fired and are gone. */
  public void purgeClosed(long watermarkMs) {
    for (Timer timer = closing(watermarkMs); timer != null; timer = closing(watermarkMs)) {
      tables.forget(timer);
    }
  }

  /** Forgets a session that has fired. */
  public void purge(Timer timer) {
    tables.forget(timer);
  }
}
