package dev.millrace.engine.operator;

import dev.millrace.engine.FireCursor;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.TaskOutput;
import dev.millrace.engine.WindowView;
import dev.millrace.engine.accumulate.Folding;
import dev.millrace.engine.accumulate.PaneBook;
import dev.millrace.engine.accumulate.PaneBookCodec;
import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.engine.accumulate.PaneStateCodec;
import dev.millrace.engine.accumulate.Slices;
import dev.millrace.engine.accumulate.WindowHandles;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.emit.PaneEmitter;
import dev.millrace.engine.purge.SlicePurger;
import dev.millrace.engine.time.TimeMath;
import dev.millrace.engine.window.SlidingSlices;
import dev.millrace.engine.window.SlidingWindows;
import dev.millrace.engine.window.Verdict;
import dev.millrace.engine.window.WindowLife;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.functions.state.StateType;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.WindowTable.Window;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sliding windows over mergeable accumulators (rule T3): a record is added to one slice, however
 * many windows hold it; a window is merged from its slices when it fires, by way of blocks that
 * neighbouring windows share. Where fired windows are kept for late records, a table beside the
 * slices keeps the books of their panes.
 *
 * <p>Not for early panes, which count records per window, and not where panes after the first hold
 * only what is new: slices do not know what a window has emitted.
 */
final class SlicedOperator<E, A> implements WindowOperator<E> {
  private final SlidingWindows windows;
  private final SlidingSlices cuts;
  private final WindowLife life;
  private final Folding<E, A> folding;
  private final PaneEmitter<A, ?> emitter;
  private final boolean announceClose;
  private final WindowHandles<PaneState<A>> handles;
  private final WindowHandles<PaneBook> books;
  private final Slices<A> slices;
  private final SlicePurger<A> purger;
  private final SlicedFiring<A> firing;
  private byte[] touchedKey = new byte[0];

  /** Ends of the windows for which the present record is late: this many, from the first. */
  private long[] lateEndsMs = new long[8];

  private int lateWindows;
  private long openWindows;

  /** No watermark below it has anything to do; a lower bound, exact after each firing. */
  private long nextDueMs = TimeMath.NO_WATERMARK;

  SlicedOperator(
      WindowSpec.Sliding spec,
      OperatorParts<E, A> parts,
      StateType<A> stateType,
      PartitionStore store) {
    this.windows = new SlidingWindows(spec.sizeMs(), spec.slideMs(), spec.offsetMs());
    this.cuts = new SlidingSlices(spec.sizeMs(), spec.slideMs(), spec.offsetMs());
    this.life = parts.life();
    this.folding = parts.folding();
    this.emitter = parts.emitter();
    this.announceClose = parts.announceClose();
    this.handles =
        new WindowHandles<>(store.windowTable("slices", new PaneStateCodec<>(stateType)));
    this.books = new WindowHandles<>(store.windowTable("slice-panes", new PaneBookCodec()));
    this.slices = new Slices<>(cuts, handles, folding, stateType, store::spareBytes);
    store.count(slices.blocks());
    this.purger = new SlicePurger<>(slices, life);
    this.firing = new SlicedFiring<>(slices, books, parts);
  }

  @Override
  public Verdict add(InputRecord record, byte[] key, E event, long timeMs, long watermarkMs)
      throws RejectedException {
    int count = windows.assign(timeMs);
    lateWindows = 0;
    touchedKey = key;
    int gone = 0;
    while (gone < count && life.isGone(windows.endMs(gone), watermarkMs)) {
      gone++;
    }
    if (gone < count) {
      addToSlice(key, event, timeMs, watermarkMs);
      note(gone, count, watermarkMs);
    }
    if (gone == 0) {
      return Verdict.ACCEPTED;
    }
    return gone == count ? Verdict.TOO_LATE : Verdict.PARTLY_LATE;
  }

  private void addToSlice(byte[] key, E event, long timeMs, long watermarkMs)
      throws RejectedException {
    cuts.assign(timeMs);
    slices.changing(cuts.startMs());
    Window<PaneState<A>> slice = handles.find(cuts.endMs(), cuts.startMs());
    PaneState<A> state = slice == null ? null : slice.forUpdate(key);
    if (state != null) {
      state.accumulator(folding.add(state.accumulator(), event));
      return;
    }
    PaneState<A> first = new PaneState<>(folding.first(event));
    Window<PaneState<A>> opened =
        slice == null ? handles.open(cuts.endMs(), cuts.startMs()) : slice;
    opened.put(key, first);
    openWindows += slices.newlyHeld(key, opened, life.firstUnfiredEndMs(watermarkMs));
  }

  /** Notes which of the windows are late, and when the others are due. */
  private void note(int from, int count, long watermarkMs) {
    int window = from;
    while (window < count && life.isComplete(windows.endMs(window), watermarkMs)) {
      if (!life.onClose()) {
        late(windows.endMs(window));
      }
      window++;
    }
    long dueMs =
        life.onClose() || window == count
            ? life.goneAtMs(windows.endMs(from))
            : life.fireAtMs(windows.endMs(window));
    nextDueMs = Math.min(nextDueMs, dueMs);
  }

  private void late(long endMs) {
    if (lateWindows == lateEndsMs.length) {
      lateEndsMs = Arrays.copyOf(lateEndsMs, 2 * lateWindows);
    }
    lateEndsMs[lateWindows++] = endMs;
  }

  @Override
  public void emitTouched(long watermarkMs) {
    for (int i = 0; i < lateWindows; i++) {
      emitLate(lateEndsMs[i], watermarkMs);
    }
    lateWindows = 0;
  }

  private void emitLate(long endMs, long watermarkMs) {
    long startMs = slices.windowStartMs(endMs);
    Window<PaneBook> window = books.find(endMs, startMs);
    PaneBook kept = window == null ? null : window.forUpdate(touchedKey);
    PaneBook book = kept == null ? new PaneBook() : kept;
    boolean isFinal = life.isGone(endMs, watermarkMs);
    A merged = merged(endMs, startMs, book);
    if (merged == null) {
      return;
    }
    int panes = emitter.emit(touchedKey, startMs, endMs, PaneKind.LATE, isFinal, book, merged);
    if (panes > 0 && kept == null) {
      books.open(endMs, startMs).put(touchedKey, book);
      nextDueMs = Math.min(nextDueMs, life.goneAtMs(endMs));
    }
  }

  private @Nullable A merged(long endMs, long startMs, PaneBook book) {
    try {
      return slices.merged(touchedKey, endMs);
    } catch (RuntimeException e) {
      emitter.failed(touchedKey, startMs, endMs, PaneKind.LATE, book.paneCount(), e);
      return null;
    }
  }

  @Override
  public void advance(long fromMs, long toMs) {
    if (TimeMath.reached(toMs, nextDueMs)) {
      firing.begin(fromMs, toMs);
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
      long watermarkMs = firing.watermarkMs();
      openWindows -= firing.takeFiredPairs();
      purger.purge(watermarkMs);
      nextDueMs =
          Math.min(Math.min(nextFireMs(watermarkMs), firing.nextCloseMs()), purger.nextMs());
    }
  }

  private long nextFireMs(long watermarkMs) {
    long endMs = slices.firstWindowEndMs(life.firstUnfiredEndMs(watermarkMs));
    return life.fireAtMs(endMs);
  }

  @Override
  public @Nullable FireCursor cursor() {
    return firing.cursor();
  }

  @Override
  public long nextTimerMs(long watermarkMs) {
    long fireMs = nextFireMs(watermarkMs);
    return announceClose ? Math.min(fireMs, firing.nextCloseMs()) : fireMs;
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
    long endMs = slices.firstWindowEndMs(Long.MIN_VALUE);
    while (endMs != TimeMath.NEVER) {
      A merged = life.isGone(endMs, watermarkMs) ? null : slices.merged(key, endMs);
      if (merged != null) {
        into.add(view(key, endMs, merged, watermarkMs));
      }
      endMs = slices.firstWindowEndMs(endMs + 1);
    }
  }

  private WindowView view(byte[] key, long endMs, A merged, long watermarkMs) {
    long startMs = slices.windowStartMs(endMs);
    Window<PaneBook> window = books.find(endMs, startMs);
    PaneBook kept = window == null ? null : window.get(key);
    PaneBook book = kept == null ? new PaneBook() : kept;
    return new WindowView(
        startMs,
        endMs,
        life.isFired(endMs, watermarkMs) ? WindowView.State.FIRED : WindowView.State.OPEN,
        book.paneCount(),
        emitter.peek(key, startMs, endMs, book, merged));
  }
}
