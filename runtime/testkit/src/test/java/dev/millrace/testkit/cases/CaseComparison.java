package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.testkit.LateRow;
import dev.millrace.testkit.Outcome;
import dev.millrace.testkit.PaneRow;
import dev.millrace.testkit.PaneTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares an outcome with everything that an expected file says. */
final class CaseComparison {
  private static final Set<String> ROW_FIELDS =
      Set.of("key", "window_start", "window_end", "value", "pane", "final", "index", "note", "why");
  private static final Set<String> NOT_COUNTERS =
      Set.of("late_records", "open_windows", "note", "why");

  private final List<String> problems = new ArrayList<>();

  private CaseComparison() {}

  /** What differs; empty if nothing does. */
  static List<String> problems(CaseRun run, Outcome outcome, int aborted) {
    CaseComparison comparison = new CaseComparison();
    comparison.rows(run.rows(), outcome.panes());
    comparison.counters(run.summary(), outcome, aborted);
    comparison.lateRecords(run.summary(), outcome.late());
    comparison.positions(run.input(), outcome);
    return comparison.problems;
  }

  private void rows(List<ObjectNode> expected, List<PaneRow> actual) {
    Map<String, List<ObjectNode>> expectedByKey = new LinkedHashMap<>();
    expected.forEach(
        row ->
            expectedByKey
                .computeIfAbsent(row.path("key").asText(), k -> new ArrayList<>())
                .add(row));
    Map<String, List<PaneRow>> actualByKey = new LinkedHashMap<>();
    actual.forEach(p -> actualByKey.computeIfAbsent(p.key(), k -> new ArrayList<>()).add(p));
    int before = problems.size();
    if (!expectedByKey.keySet().equals(actualByKey.keySet())) {
      problems.add("keys: expected " + expectedByKey.keySet() + ", got " + actualByKey.keySet());
    }
    expectedByKey.forEach((key, rows) -> rows(key, rows, actualByKey.getOrDefault(key, List.of())));
    if (problems.size() > before) {
      problems.add("all panes:\n" + PaneTable.of(actual));
    }
  }

  private void rows(String key, List<ObjectNode> expected, List<PaneRow> actual) {
    if (expected.size() != actual.size()) {
      problems.add(
          "rows of key \"" + key + "\": expected " + expected.size() + ", got " + actual.size());
    }
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      row(expected.get(i), actual.get(i));
    }
  }

  private void row(ObjectNode expected, PaneRow actual) {
    ObjectNode got = Json.MAPPER.createObjectNode();
    got.put("key", actual.key());
    put(got, "window_start", actual.startMs(), Long.MIN_VALUE);
    put(got, "window_end", actual.endMs(), Long.MAX_VALUE);
    got.set("value", Json.value(actual.value()).path("value"));
    got.put("pane", actual.kind().label());
    got.put("final", actual.isFinal());
    got.put("index", actual.index());
    for (Iterator<String> it = expected.fieldNames(); it.hasNext(); ) {
      String field = it.next();
      if (!ROW_FIELDS.contains(field)) {
        problems.add("unknown field in an expected row: " + field);
      } else if (got.has(field) && !Json.same(normal(expected.get(field)), got.get(field))) {
        problems.add(field + ": expected " + expected + ", got " + got);
      }
    }
  }

  private static JsonNode normal(JsonNode node) {
    return node.isTextual() && node.asText().equals("on_time")
        ? Json.MAPPER.getNodeFactory().textNode("on-time")
        : node;
  }

  private static void put(ObjectNode row, String field, long ms, long none) {
    if (ms == none) {
      row.putNull(field);
    } else {
      row.put(field, ms);
    }
  }

  private void counters(ObjectNode summary, Outcome outcome, int aborted) {
    Map<String, Long> actual = new TreeMap<>();
    Map<String, Long> counted = outcome.counters();
    actual.put("dropped_late", counted.getOrDefault("too_late", 0L));
    for (String same :
        List.of("null_key", "null_value", "invalid_ts", "future_ts", "partly_late")) {
      actual.put(same, counted.getOrDefault(same, 0L));
    }
    actual.put(
        "dlq",
        counted.getOrDefault("undecodable", 0L) + counted.getOrDefault("function_failed", 0L));
    actual.put("aborted", (long) aborted);
    for (Iterator<String> it = summary.fieldNames(); it.hasNext(); ) {
      String name = it.next();
      if (!NOT_COUNTERS.contains(name) && !actual.containsKey(name)) {
        problems.add("unknown counter in the summary: " + name);
      }
    }
    actual.forEach(
        (name, count) -> {
          if (summary.path(name).asLong(0) != count) {
            problems.add(name + ": expected " + summary.path(name).asLong(0) + ", got " + count);
          }
        });
    if (summary.has("open_windows")
        && summary.get("open_windows").asLong() != outcome.openWindows()) {
      problems.add(
          "open_windows: expected "
              + summary.get("open_windows")
              + ", got "
              + outcome.openWindows());
    }
  }

  private void lateRecords(ObjectNode summary, List<LateRow> late) {
    if (!summary.has("late_records")) {
      return;
    }
    List<String> expected = new ArrayList<>();
    summary
        .get("late_records")
        .forEach(r -> expected.add(r.get(0).asInt() + ":" + r.get(1).asLong()));
    List<String> actual = late.stream().map(r -> r.partition() + ":" + r.offset()).toList();
    if (!expected.stream().sorted().toList().equals(actual.stream().sorted().toList())) {
      problems.add("late_records: expected " + expected + ", got " + actual);
    }
  }

  /** The position is past the last line of each partition, whatever became of the record (T34). */
  private void positions(List<ObjectNode> input, Outcome outcome) {
    Map<Integer, Long> expected = new TreeMap<>();
    for (ObjectNode line : input) {
      if (line.has("offset")) {
        expected.merge(line.path("partition").asInt(0), line.get("offset").asLong() + 1, Math::max);
      }
    }
    expected.forEach(
        (partition, next) -> {
          if (!next.equals(outcome.positions().get(partition))) {
            problems.add(
                "position of partition "
                    + partition
                    + ": expected "
                    + next
                    + ", got "
                    + outcome.positions().get(partition));
          }
        });
  }
}
