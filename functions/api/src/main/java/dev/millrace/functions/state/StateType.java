package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How an accumulator is stored (rule T4). The schema names the fields; state written with an older
 * schema is read through {@link #readerFor}.
 */
public interface StateType<A> {

  /** Schema of what {@link #write} writes. */
  StateSchema schema();

  /** Writes an accumulator. Equal accumulators give equal bytes. */
  void write(A accumulator, DataOutput out) throws IOException;

  /** Reads what {@link #write} of this very schema wrote. */
  A read(DataInput in) throws IOException;

  /**
   * A reader for accumulators written with another schema: fields added since get their defaults,
   * fields removed are skipped, integers are widened.
   *
   * @throws IncompatibleStateException if the schemas do not fit; the message names both
   */
  StateReader<A> readerFor(StateSchema written) throws IncompatibleStateException;

  /**
   * Whether an accumulator can never be seen half-changed: it is immutable, or its add changes
   * nothing before it can no longer fail. Decides what an exception in user code costs (rule E1).
   */
  boolean atomic();
}
