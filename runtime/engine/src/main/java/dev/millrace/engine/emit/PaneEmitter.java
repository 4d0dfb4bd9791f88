package dev.millrace.engine.emit;

import dev.millrace.engine.Pane;
import dev.millrace.engine.PaneFailure;
import dev.millrace.engine.TaskCounters;
import dev.millrace.engine.TaskOutput;
import dev.millrace.engine.accumulate.PaneBook;
import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.functions.spec.AccumulationMode;
import org.jspecify.annotations.Nullable;

/**
 * Turns accumulators into panes (rule W9). With retracting accumulation each pane is preceded by
 * the retraction of the one before it; where a pane may be retracted or repeated, its encoded value
 * is kept in the book. A result of null is no pane and leaves the book alone; so does user code
 * that throws, which is reported.
 */
public final class PaneEmitter<A, R> {
  private final WindowFunction<?, A, R> function;
  private final Encoder<R> encoder;
  private final AccumulationMode mode;
  private final boolean keepLastValue;
  private final TaskCounters counters;
  private TaskOutput output;

  /**
   * @param keepLastValue whether books keep the value of the last pane
   */
  public PaneEmitter(
      WindowFunction<?, A, R> function,
      Encoder<R> encoder,
      AccumulationMode mode,
      boolean keepLastValue,
      TaskCounters counters,
      TaskOutput output) {
    this.function = function;
    this.encoder = encoder;
    this.mode = mode;
    this.keepLastValue = keepLastValue;
    this.counters = counters;
    this.output = output;
  }

  /** Where panes go from now on. */
  public void output(TaskOutput output) {
    this.output = output;
  }

  /** Where panes go. */
  public TaskOutput output() {
    return output;
  }

  /**
   * Emits a pane of a window that is kept, and notes it; with discarding accumulation what was
   * emitted is then forgotten.
   *
   * @return how many panes were emitted, the retraction included; 0 if there is no result
   */
  public int emit(
      byte[] key, long startMs, long endMs, PaneKind kind, boolean isFinal, PaneState<A> state) {
    int panes = emit(key, startMs, endMs, kind, isFinal, state, state.accumulator());
    if (panes > 0 && mode == AccumulationMode.DISCARDING) {
      state.accumulator(function.create());
    }
    return panes;
  }

  /** As the other {@code emit}, where the accumulator is not kept together with the book. */
  public int emit(
      byte[] key,
      long startMs,
      long endMs,
      PaneKind kind,
      boolean isFinal,
      PaneBook book,
      A accumulator) {
    byte[] value = put(key, startMs, endMs, kind, isFinal, book, accumulator);
    if (value == null) {
      return 0;
    }
    int panes = retracts(book) ? 2 : 1;
    book.emitted(panes, kind, keepLastValue && !isFinal ? value : null);
    return panes;
  }

  /** Emits the last pane of a window that is about to be forgotten: the book is only read. */
  public int emitLast(
      byte[] key, long startMs, long endMs, PaneKind kind, PaneBook book, A accumulator) {
    byte[] value = put(key, startMs, endMs, kind, true, book, accumulator);
    return value == null ? 0 : retracts(book) ? 2 : 1;
  }

  /** Takes back the last pane of a window that is no more, if there was one (rule W6). */
  public int retract(byte[] key, long startMs, long endMs, PaneBook book) {
    byte[] last = book.lastValue();
    if (last == null) {
      return 0;
    }
    put(new Pane(key, startMs, endMs, PaneKind.RETRACTION, book.paneCount(), false, last));
    return 1;
  }

  /**
   * Repeats the last pane, marked final, if there was one and it was not (rule W9). With discarding
   * accumulation a repeat would be counted twice: the final pane then holds what is new, so
   * nothing. The book is only read.
   */
  public int announceClose(byte[] key, long startMs, long endMs, PaneBook book, A accumulator) {
    PaneKind kind = book.lastKind();
    return mode == AccumulationMode.DISCARDING && kind != null
        ? emitLast(key, startMs, endMs, kind, book, accumulator)
        : repeatLast(key, startMs, endMs, book);
  }

  /** As {@link #announceClose}, where accumulation does not discard. */
  public int repeatLast(byte[] key, long startMs, long endMs, PaneBook book) {
    byte[] last = book.lastValue();
    PaneKind kind = book.lastKind();
    if (last == null || kind == null) {
      return 0;
    }
    int index = book.paneCount();
    if (retracts(book)) {
      put(new Pane(key, startMs, endMs, PaneKind.RETRACTION, index++, false, last));
    }
    put(new Pane(key, startMs, endMs, kind, index, true, last));
    return retracts(book) ? 2 : 1;
  }

  /** The encoded result as it would be emitted now, or null if there is none. */
  public byte @Nullable [] peek(
      byte[] key, long startMs, long endMs, PaneBook book, A accumulator) {
    try {
      R result =
          function.finish(
              accumulator, new PaneContext(key, startMs, endMs, PaneKind.EARLY, book.paneCount()));
      return result == null ? null : encoder.encode(result);
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** Reports a pane whose accumulator could not be made. */
  public void failed(
      byte[] key, long startMs, long endMs, PaneKind kind, int index, RuntimeException cause) {
    counters.failedPane();
    output.failed(new PaneFailure(key, startMs, endMs, kind, index, cause));
  }

  private boolean retracts(PaneBook book) {
    return mode == AccumulationMode.RETRACTING && book.lastValue() != null;
  }

  private byte @Nullable [] put(
      byte[] key,
      long startMs,
      long endMs,
      PaneKind kind,
      boolean isFinal,
      PaneBook book,
      A accumulator) {
    byte[] last = book.lastValue();
    boolean retracts = retracts(book) && last != null;
    int index = book.paneCount() + (retracts ? 1 : 0);
    byte[] value = value(new PaneContext(key, startMs, endMs, kind, index), accumulator);
    if (value == null) {
      return null;
    }
    if (retracts && last != null) {
      put(new Pane(key, startMs, endMs, PaneKind.RETRACTION, index - 1, false, last));
    }
    put(new Pane(key, startMs, endMs, kind, index, isFinal, value));
    return value;
  }

  private byte @Nullable [] value(PaneContext context, A accumulator) {
    try {
      R result = function.finish(accumulator, context);
      return result == null ? null : encoder.encode(result);
    } catch (RuntimeException e) {
      failed(
          context.keyBytes(),
          context.startMs(),
          context.endMs(),
          context.paneKind(),
          context.paneIndex(),
          e);
      return null;
    }
  }

  private void put(Pane pane) {
    counters.pane(pane.kind());
    output.pane(pane);
  }
}
