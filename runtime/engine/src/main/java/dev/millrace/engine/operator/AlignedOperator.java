package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.TaskOutput;
import dev.millrace.engine.WindowView;
import dev.millrace.engine.accumulate.Folding;
import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.WindowHandles;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.trigger.CloseTimer;
import dev.millrace.engine.trigger.EarlyTrigger;
import dev.millrace.engine.window.AlignedWindows;
import dev.millrace.engine.window.Verdict;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.functions.PaneKind;
import dev.millrace.state.WindowTable;
import dev.millrace.state.WindowTable.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Windows that depend on time alone, with one accumulator per key and window, window-major (rule
 * T2). A record costs one lookup by key per window; nothing is allocated while its windows and key
 * are known.
 */
final class AlignedOperator<E, A> implements WindowOperator<E> {
  private final AlignedWindows windows;
  private final WindowLife life;
  private final Folding<E, A> folding;
  private final EarlyTrigger trigger;
  private final PaneEmitter<A, ?> emitter;
  private final WindowHandles<PaneState<A>> handles;
  private final CloseTimer<A> closes;
  private final AlignedFiring<A> firing;
  private final List<Touch<A>> touches = new ArrayList<>();
  private int touched;
  private byte[] touchedKey = new byte[0];
  private long openWindows;

  /** No watermark below it has anything to do; a lower bound, exact after each firing. */
  private long nextDueMs = TimeMath.NO_WATERMARK;

  AlignedOperator(
      AlignedWindows windows, OperatorParts<E, A> parts, WindowTable<PaneState<A>> table) {
    this.windows = windows;
    this.life = parts.life();
    this.folding = parts.folding();
    this.trigger = parts.trigger();
    this.emitter = parts.emitter();
    this.handles = new WindowHandles<>(table);
    this.closes = new CloseTimer<>(handles, life, parts.announceClose());
    this.firing = new AlignedFiring<>(handles, life, emitter, closes, parts.announceClose());
  }

  @Override
  public Verdict add(InputRecord record, byte[] key, E event, long timeMs, long watermarkMs)
      throws RejectedException {
    int count = windows.assign(timeMs);
    touched = 0;
    touchedKey = key;
    for (int i = 0; i < count; i++) {
      if (!life.isGone(windows.endMs(i), watermarkMs)) {
        fold(next(windows.startMs(i), windows.endMs(i)), key, event);
      }
    }
    for (int i = 0; i < touched; i++) {
      store(touches.get(i), key, record.timestampMs(), watermarkMs);
    }
    if (touched == count) {
      return Verdict.ACCEPTED;
    }
    return touched == 0 ? Verdict.TOO_LATE : Verdict.PARTLY_LATE;
  }

  private Touch<A> next(long startMs, long endMs) {
    if (touched == touches.size()) {
      touches.add(new Touch<>());
    }
    Touch<A> touch = touches.get(touched);
    touch.startMs = startMs;
    touch.endMs = endMs;
    touch.window = handles.find(endMs, startMs);
    return touch;
  }

  /** First half: runs user code, but lets nothing into the state before all windows are done. */
  private void fold(Touch<A> touch, byte[] key, E event) throws RejectedException {
    touch.state = touch.window == null ? null : touch.window.forUpdate(key);
    try {
      touch.accumulator =
          touch.state == null
              ? folding.first(event)
              : folding.add(touch.state.accumulator(), event);
      touched++;
    } catch (RejectedException e) {
      touch.clear();
      boolean changedInPlace = giveUp();
      throw changedInPlace && !e.stateTouched()
          ? RejectedException.stateTouched(String.valueOf(e.getMessage()), e)
          : e;
    }
  }

  /** Forgets what was prepared; returns whether some of it is in the state all the same. */
  private boolean giveUp() {
    boolean changedInPlace = false;
    for (int i = 0; i < touched; i++) {
      changedInPlace |= touches.get(i).isChangedInPlace();
      touches.get(i).clear();
    }
    touched = 0;
    return changedInPlace;
  }

  /** Second half: cannot fail. */
  private void store(Touch<A> touch, byte[] key, long timestampMs, long watermarkMs) {
    A accumulator = Objects.requireNonNull(touch.accumulator);
    PaneState<A> state = touch.state;
    if (state == null) {
      state = insert(touch, key, accumulator, watermarkMs);
    } else {
      state.accumulator(accumulator);
    }
    if (life.onClose()) {
      touch.pane = null;
    } else if (life.isComplete(touch.endMs, watermarkMs)) {
      touch.pane = PaneKind.LATE;
    } else {
      touch.pane = trigger.onRecord(state, timestampMs) ? PaneKind.EARLY : null;
    }
  }

  private PaneState<A> insert(Touch<A> touch, byte[] key, A accumulator, long watermarkMs) {
    Window<PaneState<A>> window = touch.window;
    boolean fired = life.isFired(touch.endMs, watermarkMs);
    if (window == null) {
      window = handles.open(touch.endMs, touch.startMs);
      nextDueMs =
          Math.min(nextDueMs, fired ? life.goneAtMs(touch.endMs) : life.fireAtMs(touch.endMs));
    }
    PaneState<A> state = new PaneState<>(accumulator);
    window.put(key, state);
    touch.state = state;
    if (!fired) {
      openWindows++;
    }
    return state;
  }

  @Override
  public void emitTouched(long watermarkMs) {
    for (int i = 0; i < touched; i++) {
      Touch<A> touch = touches.get(i);
      if (touch.pane != null && touch.state != null) {
        emit(touch, touch.pane, touch.state, watermarkMs);
      }
      touch.clear();
    }
    touched = 0;
  }

  private void emit(Touch<A> touch, PaneKind pane, PaneState<A> state, long watermarkMs) {
    boolean isLate = pane == PaneKind.LATE;
    boolean isFinal = isLate && life.isGone(touch.endMs, watermarkMs);
    emitter.emit(touchedKey, touch.startMs, touch.endMs, pane, isFinal, state);
    if (isLate && state.lastValue() != null) {
      closes.note(touch.endMs);
    }
  }

  @Override
  public void advance(long fromMs, long toMs) {
    if (TimeMath.reached(toMs, nextDueMs)) {
      firing.begin(fromMs, toMs);
      settle(toMs);
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
    settle(firing.watermarkMs());
    return panes;
  }

  private void settle(long watermarkMs) {
    if (!firing.isPending()) {
      openWindows -= firing.takeFiredPairs();
      nextDueMs = Math.min(nextFireMs(watermarkMs), nextCloseMs(watermarkMs));
    }
  }

  private long nextFireMs(long watermarkMs) {
    Window<PaneState<A>> unfired = handles.firstFrom(life.firstUnfiredEndMs(watermarkMs));
    return unfired == null ? TimeMath.NEVER : life.fireAtMs(unfired.endMs());
  }

  private long nextCloseMs(long watermarkMs) {
    Window<PaneState<A>> first = life.keepsFired() ? handles.firstFrom(Long.MIN_VALUE) : null;
    return first != null && life.isFired(first.endMs(), watermarkMs)
        ? life.goneAtMs(first.endMs())
        : TimeMath.NEVER;
  }

  @Override
  public @Nullable FireCursor cursor() {
    return firing.cursor();
  }

  @Override
  public long nextTimerMs(long watermarkMs) {
    return Math.min(nextFireMs(watermarkMs), closes.nextMs(watermarkMs));
  }

  @Override
  public long openWindows() {
    return openWindows;
  }

  @Override
  public void restoreOpenWindows(long openWindows) {
    this.openWindows = openWindows;
  }

  @Override
  public void inspect(byte[] key, long watermarkMs, List<WindowView> into) {
    for (Window<PaneState<A>> window = handles.firstFrom(Long.MIN_VALUE);
        window != null;
        window = handles.after(window.endMs(), window.startMs())) {
      PaneState<A> state = window.get(key);
      if (state != null) {
        into.add(view(key, window, state, watermarkMs));
      }
    }
  }

  private WindowView view(
      byte[] key, Window<PaneState<A>> window, PaneState<A> state, long watermarkMs) {
    long startMs = window.startMs();
    long endMs = window.endMs();
    return new WindowView(
        startMs,
        endMs,
        life.isFired(endMs, watermarkMs) ? WindowView.State.FIRED : WindowView.State.OPEN,
        state.paneCount(),
        emitter.peek(key, startMs, endMs, state, state.accumulator()));
  }
}
