package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.accumulate.Session;
import dev.millrace.engine.accumulate.SessionTables;
import dev.millrace.engine.accumulate.Sessions;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.purge.SessionPurger;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.functions.PaneKind;
import dev.millrace.state.TimerTable.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Fires and closes the sessions that a move of the watermark makes due, in the order of rule W4, in
 * portions (rule X4). Sessions that close have smaller ends than sessions that fire, so the one set
 * is worked off before the other.
 */
final class SessionFiring<A> {
  private final SessionTables<A> tables;
  private final WindowLife life;
  private final PaneEmitter<A, ?> emitter;
  private final SessionPurger<A> purger;
  private long toMs = TimeMath.NO_WATERMARK;
  private @Nullable Timer next;
  private boolean nextCloses;
  private @Nullable FireCursor cursor;

  SessionFiring(SessionTables<A> tables, WindowLife life, PaneEmitter<A, ?> emitter) {
    this.tables = tables;
    this.life = life;
    this.emitter = emitter;
    this.purger = new SessionPurger<>(tables, life);
  }

  /** Finds what is due; forgets what is gone and has nothing left to say. */
  void begin(long toMs) {
    this.toMs = toMs;
    this.cursor = null;
    purger.purgeClosed(toMs);
    look();
  }

  boolean isPending() {
    return next != null;
  }

  @Nullable FireCursor cursor() {
    return next == null ? null : cursor;
  }

  int fire(int maxPanes, @Nullable FireCursor through) {
    int panes = 0;
    for (Timer timer = next; timer != null; timer = next) {
      if (panes >= maxPanes || isBeyond(through, timer)) {
        return panes;
      }
      int emitted = nextCloses ? close(timer) : fire(timer);
      if (emitted > 0) {
        cursor = new FireCursor(timer.timeMs(), timer.tag(), timer.key());
      }
      panes += emitted;
      look();
    }
    return panes;
  }

  private static boolean isBeyond(@Nullable FireCursor through, Timer timer) {
    return through != null && through.compareTo(timer.timeMs(), timer.tag(), timer.key()) < 0;
  }

  private void look() {
    next = purger.closing(toMs);
    nextCloses = next != null;
    if (next == null) {
      Timer unfired = tables.firstUnfired();
      next = unfired != null && life.isFired(unfired.timeMs(), toMs) ? unfired : null;
    }
  }

  private int close(Timer timer) {
    Session<A> session = tables.session(timer, tables.sessions(timer));
    int panes =
        emitter.announceClose(
            timer.key(), timer.tag(), timer.timeMs(), session, session.accumulator());
    purger.purge(timer);
    return panes;
  }

  private int fire(Timer timer) {
    Sessions<A> all = tables.sessions(timer);
    Session<A> session = tables.session(timer, all);
    long startMs = timer.tag();
    long endMs = timer.timeMs();
    tables.removeUnfired(timer);
    if (!life.isGone(endMs, toMs)) {
      int panes = emitter.emit(timer.key(), startMs, endMs, PaneKind.ON_TIME, false, session);
      tables.keepFired(timer, session);
      return panes;
    }
    int panes =
        emitter.emitLast(
            timer.key(), startMs, endMs, PaneKind.ON_TIME, session, session.accumulator());
    purger.purge(timer, all);
    return panes;
  }
}
