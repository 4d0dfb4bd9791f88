package dev.millrace.engine.purge;

import dev.millrace.engine.accumulate.SessionTables;
import dev.millrace.engine.accumulate.Sessions;
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

  /** The first session that is gone and has its close to be announced, or null. */
  public @Nullable Timer closing(long watermarkMs) {
    return gone(tables.firstToAnnounce(), watermarkMs);
  }

  /** Forgets all sessions that are gone and have nothing left to say. */
  public void purgeClosed(long watermarkMs) {
    Timer timer = gone(tables.firstFired(), watermarkMs);
    while (timer != null) {
      tables.forget(timer);
      timer = gone(tables.firstFired(), watermarkMs);
    }
  }

  /** Forgets a session whose last pane is out. */
  public void purge(Timer timer) {
    tables.forget(timer);
  }

  /** Forgets a session that was never kept as a fired one; its key's sessions are at hand. */
  public void purge(Timer timer, Sessions<A> all) {
    tables.forget(timer, all);
  }

  private @Nullable Timer gone(@Nullable Timer timer, long watermarkMs) {
    return timer != null && life.isGone(timer.timeMs(), watermarkMs) ? timer : null;
  }
}
