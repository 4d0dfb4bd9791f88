package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.IOException;

/** Reads accumulators of one written schema. */
@FunctionalInterface
public interface StateReader<A> {
  A read(DataInput in) throws IOException;
}
