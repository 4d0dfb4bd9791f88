package dev.millrace.engine.accumulate;

import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import dev.millrace.state.ValueCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Stores the {@link Sessions} of a key. Schema text: {@code sessions1 <schema of the accumulator>}.
 *
 * <pre>
 *   i32 count, then per session:  i64 firstMs, i64 lastMs, pane book, accumulator
 * </pre>
 */
public final class SessionsCodec<A> implements ValueCodec<Sessions<A>> {
  private static final String LAYOUT = "sessions1";

  private final StateType<A> type;
  private final StateReader<A> reader;

  public SessionsCodec(StateType<A> type) {
    this(type, type::read);
  }

  private SessionsCodec(StateType<A> type, StateReader<A> reader) {
    this.type = type;
    this.reader = reader;
  }

  @Override
  public String schema() {
    return LAYOUT + " " + type.schema().text();
  }

  @Override
  public void write(Sessions<A> sessions, DataOutput out) throws IOException {
    out.writeInt(sessions.size());
    for (int i = 0; i < sessions.size(); i++) {
      Session<A> session = sessions.get(i);
      out.writeLong(session.firstMs());
      out.writeLong(session.lastMs());
      PaneBookFormat.write(session, out);
      type.write(session.accumulator(), out);
    }
  }

  @Override
  public Sessions<A> read(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0) {
      throw new IOException("Expected a number of sessions, but got count=" + count + ".");
    }
    Sessions<A> sessions = new Sessions<>();
    for (int i = 0; i < count; i++) {
      sessions.append(readSession(in));
    }
    return sessions;
  }

  private Session<A> readSession(DataInput in) throws IOException {
    long firstMs = in.readLong();
    long lastMs = in.readLong();
    PaneBook book = new PaneBook();
    PaneBookFormat.read(book, in);
    Session<A> session = new Session<>(reader.read(in), firstMs, lastMs);
    session.copyFrom(book);
    return session;
  }

  @Override
  public ValueCodec<Sessions<A>> readerFor(String writtenSchema) {
    String written = PaneBookFormat.accumulatorSchema(LAYOUT, writtenSchema, type.schema().text());
    return new SessionsCodec<>(type, type.readerFor(StateSchema.parse(written)));
  }
}
