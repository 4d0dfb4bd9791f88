package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.state.StateReader;
import dev.millrace.functions.state.StateSchema;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.time.EventTimeExtractor;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The aggregate of a case, over values that are kept as they came. */
final class CaseFunction implements MergeableWindowFunction<ObjectNode, List<String>, JsonNode> {
  private final String aggregate;

  private CaseFunction(String aggregate) {
    this.aggregate = aggregate;
  }

  static FunctionDefinition<ObjectNode, List<String>, JsonNode> define(CaseRun run) {
    var spec = CaseSettings.spec(run.settings(), CaseInput.isRekeyed(run));
    return new FunctionDefinition<>(
        spec,
        CaseFunction::decode,
        result -> result.toString().getBytes(StandardCharsets.UTF_8),
        (event, timestampMs) -> eventTime(event.path("ts")),
        spec.keySource() == KeySource.REKEY ? event -> key(event.path("key")) : null,
        new CaseFunction(CaseSettings.aggregate(run.settings())),
        new EventsType());
  }

  @Override
  public List<String> create() {
    return List.of();
  }

  @Override
  public List<String> add(List<String> events, ObjectNode event) {
    List<String> added = new ArrayList<>(events);
    added.add(event.toString());
    return List.copyOf(added);
  }

  @Override
  public List<String> merge(List<String> left, List<String> right) {
    List<String> merged = new ArrayList<>(left);
    merged.addAll(right);
    return List.copyOf(merged);
  }

  @Override
  public JsonNode finish(List<String> events, WindowContext context) {
    ObjectNode result = Json.MAPPER.createObjectNode();
    result.set("value", CaseAggregates.of(aggregate, events.stream().map(Json::value).toList()));
    return result;
  }

  private static ObjectNode decode(byte[] value) throws DecodeException {
    try {
      if (Json.MAPPER.readTree(value) instanceof ObjectNode event) {
        return event;
      }
    } catch (IOException e) {
      throw new DecodeException("Expected a JSON object", e);
    }
    throw new DecodeException("Expected a JSON object", null);
  }

  private static long eventTime(JsonNode ts) {
    return ts.isIntegralNumber() && ts.asLong() != -1 ? ts.asLong() : EventTimeExtractor.NONE;
  }

  private static byte @Nullable [] key(JsonNode key) {
    return key.isTextual() ? key.asText().getBytes(StandardCharsets.UTF_8) : null;
  }

  private record EventsType() implements StateType<List<String>> {

    @Override
    public StateSchema schema() {
      return new StateSchema("Events", List.of(new StateSchema.Field("events", "list<string>")));
    }

    @Override
    public void write(List<String> events, DataOutput out) throws IOException {
      out.writeInt(events.size());
      for (String event : events) {
        out.writeUTF(event);
      }
    }

    @Override
    public List<String> read(DataInput in) throws IOException {
      List<String> events = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        events.add(in.readUTF());
      }
      return List.copyOf(events);
    }

    @Override
    public StateReader<List<String>> readerFor(StateSchema written) {
      return this::read;
    }

    @Override
    public boolean atomic() {
      return true;
    }
  }
}
