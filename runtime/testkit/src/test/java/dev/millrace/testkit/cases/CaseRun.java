package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One run of a case.
 *
 * @param name folder and run
 * @param settings those of the case with the run's overrides
 * @param input lines in arrival order
 * @param rows expected rows
 * @param summary the last expected line
 */
record CaseRun(
    String name,
    ObjectNode settings,
    List<ObjectNode> input,
    List<ObjectNode> rows,
    ObjectNode summary) {

  /** The runs of a folder, or none if it is no case of panes. */
  static List<CaseRun> of(Path folder) {
    ObjectNode settings = Json.file(folder.resolve("case.json"));
    if (!settings.has("window")) {
      return List.of();
    }
    List<CaseRun> runs = new ArrayList<>();
    JsonNode listed = settings.get("runs");
    if (listed == null || listed.isEmpty()) {
      runs.add(run(folder, "only", settings, "input.jsonl", "expected.jsonl"));
      return runs;
    }
    for (JsonNode run : listed) {
      runs.add(
          run(
              folder,
              run.path("name").asText("run-" + runs.size()),
              merged(settings, run.path("override")),
              run.path("input").asText("input.jsonl"),
              run.path("expected").asText("expected.jsonl")));
    }
    return runs;
  }

  private static CaseRun run(
      Path folder, String name, ObjectNode settings, String input, String expected) {
    Path expectedFile = folder.resolve(expected);
    List<ObjectNode> lines = new ArrayList<>(Json.lines(expectedFile));
    if (lines.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected a summary as the last line of " + expectedFile + ", but the file is empty.");
    }
    ObjectNode summary = lines.remove(lines.size() - 1);
    Path inputFile = folder.resolve(input);
    if (!Files.exists(inputFile)) {
      throw new IllegalArgumentException("Expected the run's input, but there is no " + inputFile);
    }
    return new CaseRun(
        folder.getFileName() + " " + name, settings, Json.lines(inputFile), lines, summary);
  }

  /** Settings replace those of the same name; a part of an object, as it has no type, its parts. */
  private static ObjectNode merged(ObjectNode settings, JsonNode override) {
    ObjectNode result = settings.deepCopy();
    for (Map.Entry<String, JsonNode> entry : override.properties()) {
      if (result.get(entry.getKey()) instanceof ObjectNode base
          && entry.getValue() instanceof ObjectNode part
          && base.has("type")
          && !part.has("type")) {
        base.setAll(part);
      } else {
        result.set(entry.getKey(), entry.getValue());
      }
    }
    return result;
  }
}
