package dev.millrace.json.declarative;

import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.Aggregates;
import dev.millrace.functions.sketch.Sketches;
import dev.millrace.json.declarative.Doc.Mapping;
import dev.millrace.json.declarative.Doc.Scalar;
import dev.millrace.json.declarative.Doc.Sequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one aggregate: {@code count}, {@code {sum: price}}, {@code {topN: {field: id, n: 3}}}. */
final class AggregateReader {
  static final List<String> KINDS =
      List.of(
          "count",
          "sum",
          "min",
          "max",
          "mean",
          "distinct",
          "distinctSketch",
          "quantiles",
          "first",
          "last",
          "topN",
          "list");
  static final Map<String, List<String>> OPTIONS = options();

  private static final int MAX_SIZE = 10_000;

  private final Fields fields;
  private final DocumentProblems problems;

  AggregateReader(Fields fields, DocumentProblems problems) {
    this.fields = fields;
    this.problems = problems;
  }

  private static Map<String, List<String>> options() {
    Map<String, List<String>> options = new LinkedHashMap<>();
    for (String kind : KINDS) {
      options.put(kind, List.of("field"));
    }
    options.put("distinct", List.of("field", "limit"));
    options.put("quantiles", List.of("field", "ranks"));
    options.put("topN", List.of("field", "n", "by"));
    options.put("list", List.of("field", "limit"));
    return options;
  }

  private static String seen(Doc doc) {
    if (doc instanceof Scalar scalar) {
      return "'" + scalar.text() + "'";
    }
    return doc instanceof Mapping ? "a mapping of several or none" : doc.kind();
  }

  /** The aggregate, or null with a problem. */
  @Nullable Aggregate<JsonEvent, ?, ?> read(String path, Doc doc) {
    if (doc instanceof Scalar scalar && scalar.text().equals("count")) {
      return Aggregates.count();
    }
    if (!(doc instanceof Mapping mapping) || mapping.entries().size() != 1) {
      problems.add(
          doc.place(),
          path,
          "Expected one aggregate, as 'count' or '{sum: price}', but it is "
              + seen(doc)
              + ". Kinds are "
              + String.join(", ", KINDS)
              + ".");
      return null;
    }
    Section section = new Section(mapping, path, KINDS, problems);
    String kind = mapping.entries().keySet().iterator().next();
    return KINDS.contains(kind) ? readKind(kind, section) : null;
  }

  private @Nullable Aggregate<JsonEvent, ?, ?> readKind(String kind, Section outer) {
    Section options = options(kind, outer);
    if (options == null) {
      return null;
    }
    FieldPath path = path(options, "field");
    if (path == null) {
      return null;
    }
    int slot = fields.slot(path);
    Function<JsonEvent, @Nullable Object> value = event -> event.value(slot);
    Function<JsonEvent, @Nullable Number> number =
        event -> JsonScalars.number(event.value(slot), path.text());
    return switch (kind) {
      case "count" -> Aggregates.sumLong((JsonEvent e) -> e.value(slot) == null ? 0 : 1);
      case "sum" -> Aggregates.sum(number);
      case "mean" -> Aggregates.mean(number);
      case "min" -> Aggregates.min(value, JsonScalars.ORDER, JsonScalars.STATE);
      case "max" -> Aggregates.max(value, JsonScalars.ORDER, JsonScalars.STATE);
      case "distinct" -> distinct(value, options);
      case "distinctSketch" -> Sketches.distinct(value, JsonScalars.STATE);
      case "quantiles" -> quantiles(number, options);
      case "first" -> Aggregates.first(JsonEvent::timeMs, value, JsonScalars.STATE);
      case "last" -> Aggregates.last(JsonEvent::timeMs, value, JsonScalars.STATE);
      case "topN" -> topN(value, options);
      default ->
          Aggregates.boundedList(
              size(options, "limit", 100), JsonEvent::timeMs, value, JsonScalars.STATE);
    };
  }

  /** {@code {sum: price}} is short for {@code {sum: {field: price}}}. */
  private @Nullable Section options(String kind, Section outer) {
    if (outer.get(kind) instanceof Scalar shorthand && !shorthand.text().isEmpty()) {
      Doc.Entry entry = new Doc.Entry(shorthand.place(), shorthand);
      Mapping mapping = new Mapping(shorthand.place(), Map.of("field", entry));
      return new Section(mapping, outer.child(kind), List.of("field"), problems);
    }
    return outer.section(kind, OPTIONS.getOrDefault(kind, List.of()));
  }

  /** How many values to keep: a bound on state. */
  private static int size(Section options, String name, int defaultSize) {
    long size = options.number(name, defaultSize, 1);
    if (size > MAX_SIZE) {
      options.problem(
          name, "Expected at most " + MAX_SIZE + ", but it is more: " + name + "=" + size + ".");
      return defaultSize;
    }
    return (int) size;
  }

  private static @Nullable FieldPath path(Section section, String name) {
    String text = section.text(name);
    if (text == null) {
      if (!section.has(name)) {
        section.missing(name, "the path of the field");
      }
      return null;
    }
    try {
      return FieldPath.parse(text);
    } catch (IllegalArgumentException e) {
      section.problem(name, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private static Aggregate<JsonEvent, ?, ?> distinct(
      Function<JsonEvent, @Nullable Object> value, Section options) {
    if (!options.has("limit")) {
      return Aggregates.distinct(value, JsonScalars.STATE);
    }
    int limit = (int) Math.min(Integer.MAX_VALUE, options.number("limit", 1, 1));
    return Aggregates.distinct(value, JsonScalars.STATE, limit);
  }

  private @Nullable Aggregate<JsonEvent, ?, ?> topN(
      Function<JsonEvent, @Nullable Object> value, Section options) {
    int n = size(options, "n", 10);
    if (!options.has("by")) {
      return Aggregates.topN(n, value, JsonScalars.ORDER, JsonScalars.STATE);
    }
    FieldPath by = path(options, "by");
    if (by == null) {
      return null;
    }
    int slot = fields.slot(by);
    return Aggregates.topN(
        n,
        (JsonEvent event) -> event.value(slot),
        JsonScalars.ORDER,
        JsonScalars.STATE,
        value,
        JsonScalars.STATE);
  }

  private static @Nullable Aggregate<JsonEvent, ?, ?> quantiles(
      Function<JsonEvent, @Nullable Number> number, Section options) {
    double[] ranks = {0.5, 0.9, 0.99};
    if (options.has("ranks")) {
      ranks = ranks(options);
    }
    if (ranks.length == 0) {
      return null;
    }
    return Sketches.quantilesOf(
        event -> {
          Number read = number.apply(event);
          return read == null ? null : read.doubleValue();
        },
        ranks);
  }

  /** The ranks, or none with a problem. */
  private static double[] ranks(Section options) {
    if (options.get("ranks") instanceof Sequence list && !list.items().isEmpty()) {
      double[] ranks = new double[list.items().size()];
      boolean right = true;
      for (int i = 0; i < ranks.length; i++) {
        ranks[i] = rank(list.items().get(i));
        right &= ranks[i] >= 0 && ranks[i] <= 1;
      }
      if (right) {
        return ranks;
      }
    }
    options.problem("ranks", "Expected a list of numbers from 0 to 1, but it is another.");
    return new double[0];
  }

  private static double rank(Doc doc) {
    try {
      return doc instanceof Scalar scalar ? Double.parseDouble(scalar.text()) : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
