package dev.millrace.json.declarative;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateWindowFunction;
import dev.millrace.functions.aggregate.Aggregates;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.SpecRules;
import dev.millrace.functions.time.EventTimeExtractor;
import dev.millrace.json.declarative.Doc.Entry;
import dev.millrace.json.declarative.Doc.Mapping;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a function from a document in YAML or JSON. Its form is described by the JSON Schema {@link
 * #schema}; an example:
 *
 * <pre>
 * name: carrier-hours
 * key: carrier
 * eventTime: departedAt
 * window: {tumbling: {size: 1h}}
 * watermarks: {outOfOrderness: 12h}
 * aggregates:
 *   flights: count
 *   delayMinutes: {sum: delayMinutes}
 * topics: {input: flights, output: carrier-hours}
 * </pre>
 */
public final class DeclarativeFunctions {
  static final List<String> PROPERTIES =
      List.of(
          "name",
          "key",
          "alreadyKeyed",
          "eventTime",
          "window",
          "watermarks",
          "lateness",
          "emission",
          "accumulation",
          "onError",
          "aggregates",
          "output",
          "topics");
  static final List<String> OUTPUT = List.of("times");
  private static final List<String> RESERVED = List.of("key", "windowStart", "windowEnd");
  private static final Pattern AGGREGATE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,99}");

  /** Forms of the window's ends in results. */
  enum Times {
    ISO,
    EPOCH_MILLIS
  }

  private DeclarativeFunctions() {}

  /**
   * Reads a document.
   *
   * @param sourceName for messages: a file's name
   * @throws InvalidDocumentException if it is refused; it lists all problems with their places
   */
  public static DeclarativeFunction parse(String text, String sourceName) {
    DocumentProblems problems = new DocumentProblems(sourceName);
    Doc root = new DocReader(problems).read(text);
    if (!(root instanceof Mapping mapping)) {
      problems.add(
          root.place(), "", "Expected a mapping of properties, but it is " + root.kind() + ".");
      throw problems.exception();
    }
    Section document = new Section(mapping, "", PROPERTIES, problems);
    DeclarativeFunction function = read(document, problems);
    problems.throwIfAny();
    return function;
  }

  /**
   * Reads a document in UTF-8; the stream is left open.
   *
   * @throws IOException if the stream fails
   */
  public static DeclarativeFunction parse(InputStream in, String sourceName) throws IOException {
    return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), sourceName);
  }

  /** The JSON Schema of documents, for editors. */
  public static String schema() {
    try (InputStream in = DeclarativeFunctions.class.getResourceAsStream("function.schema.json")) {
      if (in == null) {
        throw new IllegalStateException(
            "Expected the schema beside this class, but it is missing.");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("Expected the schema to be read, but it failed.", e);
    }
  }

  private static DeclarativeFunction read(Section document, DocumentProblems problems) {
    Fields fields = new Fields();
    EventReader event = new EventReader(document, fields, problems);
    KeyExtractor<JsonEvent> key = event.key();
    EventTimeExtractor<JsonEvent> eventTime = event.eventTime();
    Map<String, Aggregate<JsonEvent, ?, ?>> aggregates = aggregates(document, fields, problems);
    FunctionSpec spec =
        new FunctionReader(document).read(event.keySource(), event.useRecordTimestamp());
    for (SpecRules.Contradiction contradiction : SpecRules.contradictions(spec)) {
      document.problem(
          contradiction.setting(), contradiction.message() + ". " + contradiction.remedy());
    }
    boolean epochTimes = times(document) == Times.EPOCH_MILLIS;
    Topics topics = TopicsReader.read(document);
    problems.throwIfAny();
    JsonRowEncoder encoder =
        new JsonRowEncoder(List.copyOf(aggregates.keySet()), event.keyIsArray(), epochTimes);
    return new DeclarativeFunction(
        definition(spec, fields, encoder, eventTime, key, combined(aggregates)), topics);
  }

  private static <A> FunctionDefinition<JsonEvent, A, JsonRow> definition(
      FunctionSpec spec,
      Fields fields,
      JsonRowEncoder encoder,
      EventTimeExtractor<JsonEvent> eventTime,
      @Nullable KeyExtractor<JsonEvent> key,
      Aggregate<JsonEvent, A, JsonRow> aggregate) {
    return new FunctionDefinition<>(
        spec,
        new JsonEventDecoder(fields),
        encoder,
        eventTime,
        key,
        new AggregateWindowFunction<>(aggregate),
        aggregate.stateType());
  }

  private static Aggregate<JsonEvent, ?, JsonRow> combined(
      Map<String, Aggregate<JsonEvent, ?, ?>> aggregates) {
    return Aggregates.<JsonEvent, JsonRow>allInOrder(aggregates, DeclarativeFunctions::row);
  }

  private static JsonRow row(WindowContext context, @Nullable Object[] results) {
    return new JsonRow(context.key(), context.startMs(), context.endMs(), results);
  }

  private static Map<String, Aggregate<JsonEvent, ?, ?>> aggregates(
      Section document, Fields fields, DocumentProblems problems) {
    Map<String, Aggregate<JsonEvent, ?, ?>> aggregates = new LinkedHashMap<>();
    if (!(document.get("aggregates") instanceof Mapping mapping) || mapping.entries().isEmpty()) {
      document.problem(
          "aggregates",
          "Expected at least one aggregate, as 'aggregates: {orders: count}', but there is none.");
      return aggregates;
    }
    AggregateReader reader = new AggregateReader(fields, problems);
    for (Map.Entry<String, Entry> entry : mapping.entries().entrySet()) {
      String path = "aggregates." + entry.getKey();
      if (!AGGREGATE_NAME.matcher(entry.getKey()).matches() || RESERVED.contains(entry.getKey())) {
        problems.add(
            entry.getValue().place(),
            path,
            "Expected the name of a result of letters, digits, _ and -, other than "
                + String.join(", ", RESERVED)
                + ", but it is not.");
      }
      Aggregate<JsonEvent, ?, ?> aggregate = reader.read(path, entry.getValue().value());
      if (aggregate != null) {
        aggregates.put(entry.getKey(), aggregate);
      }
    }
    return aggregates;
  }

  private static Times times(Section document) {
    Section output = document.section("output", OUTPUT);
    return output == null ? Times.ISO : output.choice("times", Times.class, Times.ISO);
  }
}
