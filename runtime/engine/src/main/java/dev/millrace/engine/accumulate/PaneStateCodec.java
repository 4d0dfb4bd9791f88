package dev.millrace.engine.accumulate;

import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import dev.millrace.state.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Stores {@link PaneState}s: the pane book, then the accumulator as its {@link StateType} writes it
 * (rule T4). Schema text: {@code pane1 <schema of the accumulator>}.
 */
public final class PaneStateCodec<A> implements ValueCodec<PaneState<A>> {
  private final StateType<A> type;
  private final StateReader<A> reader;

  public PaneStateCodec(StateType<A> type) {
    this(type, type::read);
  }

  private PaneStateCodec(StateType<A> type, StateReader<A> reader) {
    this.type = type;
    this.reader = reader;
  }

  @Override
  public String schema() {
    return PaneBookFormat.VERSION + " " + type.schema().text();
  }

  @Override
  public void write(PaneState<A> state, DataOutput out) throws IOException {
    PaneBookFormat.write(state, out);
    type.write(state.accumulator(), out);
  }

  @Override
  public PaneState<A> read(DataInput in) throws IOException {
    PaneBook book = new PaneBook();
    PaneBookFormat.read(book, in);
    PaneState<A> state = new PaneState<>(reader.read(in));
    state.copyFrom(book);
    return state;
  }

  @Override
  public ValueCodec<PaneState<A>> readerFor(String writtenSchema) {
    String written =
        PaneBookFormat.accumulatorSchema(
            PaneBookFormat.VERSION, writtenSchema, type.schema().text());
    return new PaneStateCodec<>(type, type.readerFor(StateSchema.parse(written)));
  }
}
