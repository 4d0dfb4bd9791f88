package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.TaskOutput;
import dev.millrace.engine.WindowView;
import dev.millrace.engine.accumulate.Folding;
import dev.millrace.engine.accumulate.Session;
import dev.millrace.engine.accumulate.SessionTables;
import dev.millrace.engine.accumulate.Sessions;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.trigger.EarlyTrigger;
import dev.millrace.engine.window.Verdict;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.functions.PaneKind;
import dev.millrace.state.TimerTable.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Session windows (rule W6). A record joins every session that it touches and is judged by the
 * session that results. Two sessions touch when they are at most one gap apart, so a record that
 * comes exactly at the end of a session still belongs to it; it would be an answer that depends on
 * the order of arrival if the session had fired at {@code W = end}:
 *
 * <pre>
 *   gap 10:  records 0, 10  →  one session [0, 20)
 *            record 0, then W = 10, then record 10  →  must be the same
 * </pre>
 *
 * <p>A session that joins more is another window; if a pane of it was emitted it is taken back.
 */
final class SessionOperator<E, A> implements WindowOperator<E> {
  private final long gapMs;
  private final WindowLife life;
  private final Folding<E, A> folding;
  private final EarlyTrigger trigger;
  private final PaneEmitter<A, ?> emitter;
  private final SessionTables<A> tables;
  private final SessionFiring<A> firing;

  /** What the present record did; given to {@link #emitTouched}. */
  private final List<Session<A>> toRetract = new ArrayList<>();

  private @Nullable Session<A> touched;
  private @Nullable PaneKind touchedPane;
  private byte[] touchedKey = new byte[0];

  /** No watermark below it has anything to do; a lower bound, exact after each firing. */
  private long nextDueMs = TimeMath.NO_WATERMARK;

  SessionOperator(long gapMs, OperatorParts<E, A> parts, SessionTables<A> tables) {
    this.gapMs = gapMs;
    this.life = parts.life();
    this.folding = parts.folding();
    this.trigger = parts.trigger();
    this.emitter = parts.emitter();
    this.tables = tables;
    this.firing = new SessionFiring<>(tables, life, emitter);
  }

  @Override
  public Verdict add(InputRecord record, byte[] key, E event, long timeMs, long watermarkMs)
      throws RejectedException {
    Sessions<A> all = tables.forUpdate(key);
    int from = all == null ? 0 : all.firstTouched(timeMs, gapMs);
    int until = all == null ? 0 : all.afterTouched(from, timeMs, gapMs);
    if (from == until && life.isGone(TimeMath.plus(timeMs, gapMs), watermarkMs)) {
      return Verdict.TOO_LATE;
    }
    Session<A> session;
    if (all == null || from == until) {
      session = new Session<>(folding.first(event), timeMs, timeMs);
      (all == null ? tables.insert(key) : all).replace(from, until, session);
      schedule(key, session, watermarkMs);
    } else if (until - from == 1) {
      session = extend(key, event, timeMs, watermarkMs, all, from);
    } else {
      session = merge(key, event, timeMs, watermarkMs, all, from, until);
    }
    touched = session;
    touchedKey = key;
    touchedPane = pane(session, record.timestampMs(), watermarkMs);
    return Verdict.ACCEPTED;
  }

  private Session<A> extend(
      byte[] key, E event, long timeMs, long watermarkMs, Sessions<A> all, int index)
      throws RejectedException {
    Session<A> old = all.get(index);
    A accumulator = folding.add(old.accumulator(), event);
    if (old.firstMs() <= timeMs && timeMs <= old.lastMs()) {
      old.accumulator(accumulator);
      return old;
    }
    tables.unschedule(key, old, watermarkMs);
    long firstMs = Math.min(old.firstMs(), timeMs);
    long lastMs = Math.max(old.lastMs(), timeMs);
    Session<A> session = old;
    if (old.lastValue() == null) {
      // Nothing of it is outside: it may become the new window in place.
      session.bounds(firstMs, lastMs);
      session.accumulator(accumulator);
    } else {
      session = new Session<>(accumulator, firstMs, lastMs);
      EarlyTrigger.merge(session, old);
      toRetract.add(old);
      all.replace(index, index + 1, session);
    }
    schedule(key, session, watermarkMs);
    return session;
  }

  private Session<A> merge(
      byte[] key, E event, long timeMs, long watermarkMs, Sessions<A> all, int from, int until)
      throws RejectedException {
    A accumulator = folding.createForRecord();
    for (int i = from; i < until; i++) {
      accumulator = folding.mergeForRecord(accumulator, all.get(i).accumulator());
    }
    accumulator = folding.addToFresh(accumulator, event);
    long firstMs = Math.min(all.get(from).firstMs(), timeMs);
    long lastMs = Math.max(all.get(until - 1).lastMs(), timeMs);
    Session<A> session = new Session<>(accumulator, firstMs, lastMs);
    for (int i = from; i < until; i++) {
      Session<A> old = all.get(i);
      tables.unschedule(key, old, watermarkMs);
      EarlyTrigger.merge(session, old);
      if (old.lastValue() != null) {
        toRetract.add(old);
      }
    }
    all.replace(from, until, session);
    schedule(key, session, watermarkMs);
    return session;
  }

  private void schedule(byte[] key, Session<A> session, long watermarkMs) {
    tables.schedule(key, session, watermarkMs);
    long endMs = tables.endMs(session);
    nextDueMs =
        Math.min(
            nextDueMs,
            life.isFired(endMs, watermarkMs) ? life.goneAtMs(endMs) : life.fireAtMs(endMs));
  }

  private @Nullable PaneKind pane(Session<A> session, long timestampMs, long watermarkMs) {
    if (life.onClose()) {
      return null;
    }
    if (life.isComplete(tables.endMs(session), watermarkMs)) {
      return PaneKind.LATE;
    }
    return trigger.onRecord(session, timestampMs) ? PaneKind.EARLY : null;
  }

  @Override
  public void emitTouched(long watermarkMs) {
    for (int i = 0; i < toRetract.size(); i++) {
      Session<A> old = toRetract.get(i);
      emitter.retract(touchedKey, old.firstMs(), tables.endMs(old), old);
    }
    toRetract.clear();
    Session<A> session = touched;
    PaneKind pane = touchedPane;
    if (session != null && pane != null) {
      long endMs = tables.endMs(session);
      emit(session, pane, endMs, watermarkMs);
    }
    touched = null;
    touchedPane = null;
  }

  private void emit(Session<A> session, PaneKind pane, long endMs, long watermarkMs) {
    boolean isLate = pane == PaneKind.LATE;
    boolean hadPane = session.lastValue() != null;
    boolean isFinal = isLate && life.isGone(endMs, watermarkMs);
    emitter.emit(touchedKey, session.firstMs(), endMs, pane, isFinal, session);
    if (isLate && !hadPane) {
      tables.firedAgain(touchedKey, session);
    }
  }

  @Override
  public void advance(long fromMs, long toMs) {
    if (TimeMath.reached(toMs, nextDueMs)) {
      firing.begin(toMs);
      settle();
    }
  }

  @Override
  public void output(TaskOutput output) {
    emitter.output(output);
  }

  @Override
  public boolean isFiring() {
    return firing.isPending();
  }

  @Override
  public int fire(int maxPanes, @Nullable FireCursor through) {
    int panes = firing.fire(maxPanes, through);
    settle();
    return panes;
  }

  private void settle() {
    if (!firing.isPending()) {
      nextDueMs = Math.min(nextFireMs(), Math.min(goneMs(tables.firstFired()), nextCloseMs()));
    }
  }

  private long nextFireMs() {
    Timer first = tables.firstUnfired();
    return first == null ? TimeMath.NEVER : life.fireAtMs(first.timeMs());
  }

  private long nextCloseMs() {
    return goneMs(tables.firstToAnnounce());
  }

  private long goneMs(@Nullable Timer timer) {
    return timer == null ? TimeMath.NEVER : life.goneAtMs(timer.timeMs());
  }

  @Override
  public @Nullable FireCursor cursor() {
    return firing.cursor();
  }

  @Override
  public long nextTimerMs(long watermarkMs) {
    return Math.min(nextFireMs(), nextCloseMs());
  }

  @Override
  public long openWindows() {
    return tables.unfiredCount();
  }

  @Override
  public void restoreOpenWindows(long openWindows) {
    // The set of sessions that have yet to fire is part of the state.
  }

  @Override
  public void inspect(byte[] key, long watermarkMs, List<WindowView> into) {
    Sessions<A> all = tables.get(key);
    for (int i = 0; all != null && i < all.size(); i++) {
      Session<A> session = all.get(i);
      long endMs = tables.endMs(session);
      into.add(
          new WindowView(
              session.firstMs(),
              endMs,
              life.isFired(endMs, watermarkMs) ? WindowView.State.FIRED : WindowView.State.OPEN,
              session.paneCount(),
              emitter.peek(key, session.firstMs(), endMs, session, session.accumulator())));
    }
  }
}
