package dev.millrace.cli.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.millrace.cli.term.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A StreamFunction as the API server has it. */
record FunctionState(JsonNode object) {

  String name() {
    return object.path("metadata").path("name").asText();
  }

  String namespace() {
    return object.path("metadata").path("namespace").asText();
  }

  String uid() {
    return object.path("metadata").path("uid").asText();
  }

  String created() {
    return object.path("metadata").path("creationTimestamp").asText();
  }

  JsonNode spec() {
    return object.path("spec");
  }

  /** A text of the status, or null. */
  @Nullable String status(String field) {
    return object.path("status").path(field).asText(null);
  }

  JsonNode scaling() {
    return object.path("status").path("scaling");
  }

  JsonNode partitions() {
    return object.path("status").path("partitions");
  }

  /** A condition; a missing node if there is none of the type. */
  JsonNode condition(String type) {
    return conditions().stream()
        .filter(c -> c.path("type").asText().equals(type))
        .findFirst()
        .orElseGet(() -> object.path("status").path("none"));
  }

  /** Its conditions, those that say whether it works first. */
  List<JsonNode> conditions() {
    List<JsonNode> all = new ArrayList<>();
    object.path("status").path("conditions").forEach(all::add);
    List<String> first = List.of("Deployed", "Ready");
    all.sort(
        (a, b) -> first.indexOf(b.path("type").asText()) - first.indexOf(a.path("type").asText()));
    return all;
  }

  /** Records that wait, or a dash while that is not known. */
  String lag() {
    JsonNode lag = partitions().path("lag");
    return lag.isNumber() ? Values.count(lag.asLong()) : Values.text(null);
  }

  /** Topics that it reads. */
  String topics() {
    JsonNode source = spec().path("source");
    List<String> all = new ArrayList<>();
    source.path("topics").forEach(topic -> all.add(topic.asText()));
    return all.isEmpty() ? source.path("topic").asText() : String.join(", ", all);
  }

  /** Whether no pod is to run and none does. */
  boolean isAtRest() {
    return "Suspended".equals(status("phase"))
        && object.path("status").path("replicas").asInt(-1) == 0;
  }
}
