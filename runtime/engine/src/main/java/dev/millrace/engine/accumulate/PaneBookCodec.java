package dev.millrace.engine.accumulate;

import dev.millrace.functions.state.IncompatibleStateException;
import dev.millrace.state.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Stores {@link PaneBook}s whose accumulators are kept elsewhere. Schema text: {@code pane1}. */
public final class PaneBookCodec implements ValueCodec<PaneBook> {

  @Override
  public String schema() {
    return PaneBookFormat.VERSION;
  }

  @Override
  public void write(PaneBook book, DataOutput out) throws IOException {
    PaneBookFormat.write(book, out);
  }

  @Override
  public PaneBook read(DataInput in) throws IOException {
    PaneBook book = new PaneBook();
    PaneBookFormat.read(book, in);
    return book;
  }

  @Override
  public ValueCodec<PaneBook> readerFor(String writtenSchema) {
    if (!writtenSchema.equals(schema())) {
      throw new IncompatibleStateException(
          "Expected pane books of the present layout, but they were written with another: present="
              + schema()
              + ", written="
              + writtenSchema
              + ". Restore with the version that wrote them.");
    }
    return this;
  }
}
