package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Names the records of a window in the order in which they came: the strongest witness. Where it is
 * re-keyed, the key is the first letter of an event's name.
 */
final class SimFunction implements WindowFunction<SimFunction.Event, String, String> {

  /** An event; its bytes are {@code id;time}. */
  record Event(String id, long timeMs) {
    byte[] encode() {
      return (id + ";" + timeMs).getBytes(UTF_8);
    }

    String key() {
      return id.substring(0, 1);
    }

    /** Of an event whose name is a letter and a number. */
    int number() {
      return Integer.parseInt(id.substring(1));
    }

    static Event decode(byte[] value) {
      String[] parts = new String(value, UTF_8).split(";", -1);
      return new Event(parts[0], Long.parseLong(parts[1]));
    }
  }

  static FunctionDefinition<Event, String, String> define(FunctionSpec spec) {
    if (spec.isStateless()) {
      return new FunctionDefinition<>(
          spec,
          Event::decode,
          result -> result.getBytes(UTF_8),
          (event, timestampMs) -> event.timeMs(),
          null,
          new PerRecord<>(SimFunction::each));
    }
    return new FunctionDefinition<>(
        spec,
        Event::decode,
        result -> result.getBytes(UTF_8),
        (event, timestampMs) -> event.timeMs(),
        spec.keySource() == KeySource.REKEY ? event -> event.key().getBytes(UTF_8) : null,
        new SimFunction(),
        new Names());
  }

  /** None to two results of a record, and of some a failure after the first. */
  private static void each(Event event, RecordContext<String> context) {
    int number = event.number();
    for (int i = 0; i < number % 3; i++) {
      context.emit(event.id() + "." + i);
      if (number % 7 == 5) {
        throw new IllegalStateException("simulated");
      }
    }
  }

  @Override
  public String create() {
    return "";
  }

  @Override
  public String add(String names, Event event) {
    return names + event.id() + " ";
  }

  @Override
  public String finish(String names, WindowContext context) {
    return names;
  }

  private static final class Names implements StateType<String> {
    @Override
    public StateSchema schema() {
      return new StateSchema("Names", List.of(new StateSchema.Field("names", "string")));
    }

    @Override
    public boolean atomic() {
      return true;
    }

    @Override
    public void write(String names, DataOutput out) throws IOException {
      out.writeUTF(names);
    }

    @Override
    public String read(DataInput in) throws IOException {
      return in.readUTF();
    }

    @Override
    public StateReader<String> readerFor(StateSchema written) {
      return this::read;
    }
  }
}
