package dev.millrace.engine.operator;

import dev.millrace.engine.accumulate.PaneState;
import dev.millrace.functions.PaneKind;
import dev.millrace.state.WindowTable.Window;
import org.jspecify.annotations.Nullable;

/** A window that the present record counts in; reused from record to record. */
final class Touch<A> {
  long startMs;
  long endMs;
  @Nullable Window<PaneState<A>> window;
  @Nullable PaneState<A> state;

  /** The accumulator with the record, not yet in the state. */
  @Nullable A accumulator;

  /** The pane that the record causes by itself. */
  @Nullable PaneKind pane;

  /** Whether adding changed an object that is part of the state. */
  boolean isChangedInPlace() {
    return state != null && state.accumulator() == accumulator;
  }

  /** Lets go of all objects. */
  void clear() {
    window = null;
    state = null;
    accumulator = null;
    pane = null;
  }
}
