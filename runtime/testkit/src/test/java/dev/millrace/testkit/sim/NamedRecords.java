package dev.millrace.testkit.sim;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.time.EventTimeExtractor;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A function whose result names the records it holds, sorted: the strongest witness of what a pane
 * is made of. Its accumulator is mutable, and it throws on demand, half-way through.
 */
final class NamedRecords
    implements MergeableWindowFunction<NamedRecords.Event, SortedSet<String>, String> {

  /**
   * An event.
   *
   * @param id name of the record, unique in a script
   * @param ts event time; null for none
   * @param key null for none
   * @param bad whether adding it throws
   */
  record Event(String id, @Nullable Long ts, @Nullable String key, boolean bad) {

    byte[] encode() {
      return String.join(
              ";",
              id,
              ts == null ? "" : ts.toString(),
              key == null ? "-" : "=" + key,
              bad ? "!" : "")
          .concat(";")
          .getBytes(StandardCharsets.UTF_8);
    }

    static Event decode(byte[] value) throws DecodeException {
      String[] part = new String(value, StandardCharsets.UTF_8).split(";", -1);
      if (part.length != 5) {
        throw new DecodeException("Expected five parts, but got: count=" + part.length, null);
      }
      return new Event(
          part[0],
          part[1].isEmpty() ? null : Long.valueOf(part[1]),
          part[2].equals("-") ? null : part[2].substring(1),
          !part[3].isEmpty());
    }
  }

  private final boolean atomic;
  private final boolean reticent;

  private NamedRecords(boolean atomic, boolean reticent) {
    this.atomic = atomic;
    this.reticent = reticent;
  }

  /**
   * @param atomic whether a failing add leaves the accumulator alone (rule E1)
   * @param reticent whether there is no pane for a number of records that three divides
   */
  static FunctionDefinition<Event, SortedSet<String>, String> define(
      FunctionSpec spec, boolean atomic, boolean reticent) {
    return new FunctionDefinition<>(
        spec,
        Event::decode,
        result -> result.getBytes(StandardCharsets.UTF_8),
        (event, timestampMs) -> event.ts() == null ? EventTimeExtractor.NONE : event.ts(),
        spec.keySource() == KeySource.REKEY
            ? event -> event.key() == null ? null : event.key().getBytes(StandardCharsets.UTF_8)
            : null,
        new NamedRecords(atomic, reticent),
        new NamesType(atomic));
  }

  @Override
  public SortedSet<String> create() {
    return new TreeSet<>();
  }

  @Override
  public SortedSet<String> add(SortedSet<String> names, Event event) {
    if (event.bad()) {
      if (!atomic) {
        names.add("half-done");
      }
      throw new IllegalStateException("Expected a good event, but it is bad: id=" + event.id());
    }
    if (!names.add(event.id())) {
      throw new IllegalStateException("Expected each record once, but got it again: " + event.id());
    }
    return names;
  }

  @Override
  public SortedSet<String> merge(SortedSet<String> left, SortedSet<String> right) {
    left.addAll(right);
    return left;
  }

  @Override
  public @Nullable String finish(SortedSet<String> names, WindowContext context) {
    return reticent && names.size() % 3 == 0 ? null : String.join(",", names);
  }

  private record NamesType(boolean atomic) implements StateType<SortedSet<String>> {

    @Override
    public StateSchema schema() {
      return new StateSchema("Names", List.of(new StateSchema.Field("names", "set<string>")));
    }

    @Override
    public void write(SortedSet<String> names, DataOutput out) throws IOException {
      out.writeInt(names.size());
      for (String name : names) {
        out.writeUTF(name);
      }
    }

    @Override
    public SortedSet<String> read(DataInput in) throws IOException {
      SortedSet<String> names = new TreeSet<>();
      for (int left = in.readInt(); left > 0; left--) {
        names.add(in.readUTF());
      }
      return names;
    }

    @Override
    public StateReader<SortedSet<String>> readerFor(StateSchema written) {
      return this::read;
    }
  }
}
