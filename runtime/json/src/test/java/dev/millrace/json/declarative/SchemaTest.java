package dev.millrace.json.declarative;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The JSON Schema and the parser must allow the same. */
class SchemaTest {
  private static JsonNode schema;

  @BeforeAll
  static void readSchema() throws Exception {
    schema = new ObjectMapper().readTree(DeclarativeFunctions.schema());
  }

  @Test
  void shouldAllowTheSamePropertiesAsTheParser() {
    assertAllows("", DeclarativeFunctions.PROPERTIES);
    assertAllows("/properties/topics", TopicsReader.PROPERTIES);
    assertAllows("/properties/output", DeclarativeFunctions.OUTPUT);
    assertAllows("/properties/eventTime/oneOf/1", EventReader.EVENT_TIME);
    assertAllows("/properties/window", FunctionReader.WINDOWS);
    assertAllows("/$defs/aggregate/oneOf/1", AggregateReader.KINDS);
    for (String section : FunctionReader.SECTIONS.keySet()) {
      boolean isWindow = FunctionReader.WINDOWS.contains(section);
      assertAllows(
          (isWindow ? "/properties/window" : "") + "/properties/" + section,
          FunctionReader.SECTIONS.getOrDefault(section, List.of()));
    }
  }

  @Test
  void shouldAllowTheSameOptionsOfAggregates() {
    for (Map.Entry<String, List<String>> kind : AggregateReader.OPTIONS.entrySet()) {
      JsonNode options = schema.at("/$defs/aggregate/oneOf/1/properties/" + kind.getKey());
      JsonNode form = options.has("$ref") ? schema.at("/$defs/field") : options;
      assertThat(names(form.at("/oneOf/1/properties")))
          .as(kind.getKey())
          .isEqualTo(new TreeSet<>(kind.getValue()));
    }
  }

  private static void assertAllows(String pointer, List<String> allowed) {
    JsonNode part = pointer.isEmpty() ? schema : schema.at(pointer);
    assertThat(names(part.path("properties"))).as(pointer).isEqualTo(new TreeSet<>(allowed));
    assertThat(part.path("additionalProperties").asBoolean(true)).as(pointer).isFalse();
  }

  private static Set<String> names(JsonNode properties) {
    Set<String> names = new TreeSet<>();
    properties.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
