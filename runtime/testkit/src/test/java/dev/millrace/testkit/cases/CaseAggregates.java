package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;

/** The aggregates that cases name, exact. */
final class CaseAggregates {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Comparator<JsonNode> BY_TIME =
      Comparator.comparingLong(event -> event.path("ts").asLong());
  private static final Comparator<JsonNode> BY_VALUE =
      Comparator.<JsonNode, BigDecimal>comparing(JsonNode::decimalValue)
          .thenComparing(node -> node.asText());

  private CaseAggregates() {}

  /** The aggregate of the events' values; the order of events is that of arrival or of merging. */
  static JsonNode of(String name, List<JsonNode> events) {
    List<JsonNode> values = events.stream().map(e -> e.path("value")).toList();
    return switch (name) {
      case "count" -> NODES.numberNode(values.size());
      case "sum" -> NODES.numberNode(sum(values));
      case "min" -> values.stream().min(BY_VALUE).orElse(NODES.nullNode());
      case "max" -> values.stream().max(BY_VALUE).orElse(NODES.nullNode());
      case "mean", "avg", "average" -> mean(values);
      case "distinct", "count-distinct", "distinct-count" ->
          NODES.numberNode(values.stream().distinct().count());
      case "first" -> value(events.stream().min(BY_TIME).orElse(NODES.objectNode()));
      case "last" ->
          value(
              events.stream()
                  .reduce((a, b) -> BY_TIME.compare(a, b) <= 0 ? b : a)
                  .orElse(NODES.objectNode()));
      case "list", "collect" ->
          list(events.stream().sorted(BY_TIME).map(CaseAggregates::value).toList());
      case "set" -> list(values.stream().distinct().sorted(BY_VALUE).toList());
      default -> throw new IllegalArgumentException("Expected a known aggregate, but got: " + name);
    };
  }

  private static BigDecimal sum(List<JsonNode> values) {
    return values.stream().map(JsonNode::decimalValue).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static JsonNode mean(List<JsonNode> values) {
    return values.isEmpty()
        ? NODES.nullNode()
        : NODES.numberNode(
            sum(values).divide(BigDecimal.valueOf(values.size()), MathContext.DECIMAL64));
  }

  private static JsonNode value(JsonNode event) {
    return event.path("value");
  }

  private static JsonNode list(List<JsonNode> values) {
    ArrayNode list = NODES.arrayNode();
    list.addAll(values);
    return list;
  }
}
