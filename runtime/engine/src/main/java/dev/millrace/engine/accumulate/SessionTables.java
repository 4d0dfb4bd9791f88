package dev.millrace.engine.accumulate;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.state.KeyTable;
import dev.millrace.state.TimerTable;
import dev.millrace.state.TimerTable.Timer;
import org.jspecify.annotations.Nullable;

/**
 * Sessions by key, and two ordered sets of (end, start, key): those that have yet to fire, and
 * those that have fired and are kept for late records (rule T2). Every session is in exactly one of
 * them.
 */
public final class SessionTables<A> {
  private final KeyTable<Sessions<A>> sessions;
  private final TimerTable unfired;
  private final TimerTable fired;
  private final WindowLife life;
  private final long gapMs;

  /**
   * @param gapMs gap of the sessions
   */
  public SessionTables(
      KeyTable<Sessions<A>> sessions,
      TimerTable unfired,
      TimerTable fired,
      WindowLife life,
      long gapMs) {
    this.sessions = sessions;
    this.unfired = unfired;
    this.fired = fired;
    this.life = life;
    this.gapMs = gapMs;
  }

  /** First instant after the session's window. */
  public long endMs(Session<A> session) {
    return TimeMath.plus(session.lastMs(), gapMs);
  }

  /** The sessions of a key for reading, or null. */
  public @Nullable Sessions<A> get(byte[] key) {
    return sessions.get(key);
  }

  /** The sessions of a key, about to be changed, or null. */
  public @Nullable Sessions<A> forUpdate(byte[] key) {
    return sessions.forUpdate(key);
  }

  /** Starts the list of a key that has none. */
  public Sessions<A> insert(byte[] key) {
    Sessions<A> empty = new Sessions<>();
    sessions.put(key, empty);
    return empty;
  }

  /** Enters a session in the set where it belongs at that watermark. */
  public void schedule(byte[] key, Session<A> session, long watermarkMs) {
    long endMs = endMs(session);
    set(endMs, watermarkMs).add(endMs, session.firstMs(), key);
  }

  /** Takes a session out of the set where it is at that watermark. */
  public void unschedule(byte[] key, Session<A> session, long watermarkMs) {
    long endMs = endMs(session);
    set(endMs, watermarkMs).remove(endMs, session.firstMs(), key);
  }

  /** The session of a timer, about to be changed. */
  public Session<A> session(Timer timer) {
    Sessions<A> all = sessions.forUpdate(timer.key());
    Session<A> session = all == null ? null : all.find(timer.tag());
    if (session == null) {
      throw missing(timer);
    }
    return session;
  }

  /** Moves a session from those that have yet to fire to those that have. */
  public void fired(Timer timer) {
    unfired.remove(timer.timeMs(), timer.tag(), timer.key());
    fired.add(timer.timeMs(), timer.tag(), timer.key());
  }

  /** Forgets a session that has fired. */
  public void forget(Timer timer) {
    fired.remove(timer.timeMs(), timer.tag(), timer.key());
    Sessions<A> all = sessions.forUpdate(timer.key());
    if (all == null) {
      throw missing(timer);
    }
    all.remove(timer.tag());
    if (all.size() == 0) {
      sessions.remove(timer.key());
    }
  }

  /** The first session that has yet to fire, or null. */
  public @Nullable Timer firstUnfired() {
    return unfired.first();
  }

  /** The first session that has fired and is kept, or null. */
  public @Nullable Timer firstFired() {
    return fired.first();
  }

  /** Sessions that have yet to fire. */
  public long unfiredCount() {
    return unfired.size();
  }

  private TimerTable set(long endMs, long watermarkMs) {
    return life.isFired(endMs, watermarkMs) ? fired : unfired;
  }

  private static IllegalStateException missing(Timer timer) {
    return new IllegalStateException(
        "Expected a session for every timer, but one has none: startMs="
            + timer.tag()
            + ", endMs="
            + timer.timeMs()
            + ". The state is damaged; restore an earlier checkpoint.");
  }
}
