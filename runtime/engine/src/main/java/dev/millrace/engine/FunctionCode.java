package dev.millrace.engine;

import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.state.StateType;

/** What a function does with its records. */
public sealed interface FunctionCode<E, A, R> {

  /**
   * Folds them into the accumulators of windows.
   *
   * @param stateType how accumulators are stored
   */
  record Windowed<E, A, R>(WindowFunction<E, A, R> function, StateType<A> stateType)
      implements FunctionCode<E, A, R> {}

  /** Takes each by itself (rule F1); there is no accumulator. */
  record PerRecord<E, A, R>(RecordFunction<E, R> function) implements FunctionCode<E, A, R> {}
}
