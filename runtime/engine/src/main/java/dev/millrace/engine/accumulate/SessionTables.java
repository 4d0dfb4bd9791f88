package dev.millrace.engine.accumulate;

import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.state.KeyTable;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.TimerTable;
import dev.millrace.state.TimerTable.Timer;
import dev.millrace.state.ValueCodec;
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
  private final TimerTable toAnnounce;
  private final WindowLife life;
  private final long gapMs;
  private final boolean announceClose;

  /**
   * @param gapMs gap of the sessions
   * @param announceClose whether closes are announced
   */
  public SessionTables(
      PartitionStore store,
      ValueCodec<Sessions<A>> codec,
      WindowLife life,
      long gapMs,
      boolean announceClose) {
    this.sessions = store.keyTable("sessions", codec);
    this.unfired = store.timerTable("sessions-unfired");
    this.fired = store.timerTable("sessions-fired");
    this.toAnnounce = store.timerTable("sessions-to-announce");
    this.life = life;
    this.gapMs = gapMs;
    this.announceClose = announceClose;
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
    set(session, endMs, watermarkMs).add(endMs, session.firstMs(), key);
  }

  /** Takes a session out of the set where it is at that watermark. */
  public void unschedule(byte[] key, Session<A> session, long watermarkMs) {
    long endMs = endMs(session);
    set(session, endMs, watermarkMs).remove(endMs, session.firstMs(), key);
  }

  /** The sessions of a timer's key, about to be changed. */
  public Sessions<A> sessions(Timer timer) {
    Sessions<A> all = sessions.forUpdate(timer.key());
    if (all == null) {
      throw missing(timer);
    }
    return all;
  }

  /** The session of a timer among those of its key. */
  public Session<A> session(Timer timer, Sessions<A> all) {
    Session<A> session = all.find(timer.tag());
    if (session == null) {
      throw missing(timer);
    }
    return session;
  }

  /** Takes a session out of those that have yet to fire; it is then kept, or forgotten. */
  public void removeUnfired(Timer timer) {
    unfired.remove(timer.timeMs(), timer.tag(), timer.key());
  }

  /** Keeps a session that has just fired. */
  public void keepFired(Timer timer, Session<A> session) {
    fired(session).add(timer.timeMs(), timer.tag(), timer.key());
  }

  /** A fired session that had no pane to repeat may have one now. */
  public void firedAgain(byte[] key, Session<A> session) {
    TimerTable now = fired(session);
    if (now != fired) {
      long endMs = endMs(session);
      fired.remove(endMs, session.firstMs(), key);
      now.add(endMs, session.firstMs(), key);
    }
  }

  /** Forgets a session that had fired and is gone. */
  public void forget(Timer timer) {
    fired.remove(timer.timeMs(), timer.tag(), timer.key());
    toAnnounce.remove(timer.timeMs(), timer.tag(), timer.key());
    forget(timer, sessions(timer));
  }

  /**
   * Forgets a session that is in no set any more.
   *
   * @param all the sessions of its key, about to be changed
   */
  public void forget(Timer timer, Sessions<A> all) {
    all.remove(timer.tag());
    if (all.size() == 0) {
      sessions.remove(timer.key());
    }
  }

  /** The first session that has yet to fire, or null. */
  public @Nullable Timer firstUnfired() {
    return unfired.first();
  }

  /** The first session whose close is to be announced, or null. */
  public @Nullable Timer firstToAnnounce() {
    return toAnnounce.first();
  }

  /** The first session that has fired and has nothing to announce, or null. */
  public @Nullable Timer firstFired() {
    return fired.first();
  }

  /** Sessions that have yet to fire. */
  public long unfiredCount() {
    return unfired.size();
  }

  private TimerTable set(Session<A> session, long endMs, long watermarkMs) {
    return life.isFired(endMs, watermarkMs) ? fired(session) : unfired;
  }

  private TimerTable fired(Session<A> session) {
    return announceClose && session.lastValue() != null ? toAnnounce : fired;
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
