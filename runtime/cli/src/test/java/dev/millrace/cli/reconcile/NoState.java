package dev.millrace.cli.reconcile;

import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.List;

/** Fails when it is used: a batch computation stores nothing. */
final class NoState implements StateType<Long> {
  @Override
  public StateSchema schema() {
    return new StateSchema("None", List.of());
  }

  @Override
  public void write(Long accumulator, DataOutput out) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Long read(DataInput in) {
    throw new UnsupportedOperationException();
  }

  @Override
  public StateReader<Long> readerFor(StateSchema written) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean atomic() {
    return true;
  }
}
