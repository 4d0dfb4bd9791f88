package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.engine.lag.PartitionLag;
import dev.millrace.engine.lag.PartitionLag.LogBounds;
import dev.millrace.engine.lag.PartitionLag.StartFrom;
import dev.millrace.engine.lag.ReplicaBounds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Tables of offsets and the lag they mean, of lags and the pods they ask for (rules A3 to A6). */
final class LagTable {
  private static final long STALE_AFTER_S = 120;

  private LagTable() {}

  /** The tables of a folder, or none if it has no such case. */
  static List<CaseFolders.Check> checks(Path folder) {
    List<CaseFolders.Check> checks = new ArrayList<>();
    if (isTable(folder.resolve("input.jsonl"), "log_end")) {
      checks.add(new Rows(folder, "input.jsonl", "expected.jsonl", LagTable::lag));
    }
    if (isTable(folder.resolve("scale-input.jsonl"), "lags")) {
      checks.add(new Rows(folder, "scale-input.jsonl", "scale-expected.jsonl", LagTable::scale));
    }
    return checks;
  }

  private static boolean isTable(Path file, String field) {
    return Files.exists(file) && !Json.lines(file).isEmpty() && Json.lines(file).get(0).has(field);
  }

  private record Rows(
      Path folder, String input, String expected, Function<ObjectNode, ObjectNode> rule)
      implements CaseFolders.Check {

    @Override
    public String name() {
      return folder.getFileName() + " " + input;
    }

    @Override
    public List<String> run() {
      List<ObjectNode> inputs = Json.lines(folder.resolve(input));
      List<ObjectNode> wanted = Json.lines(folder.resolve(expected));
      List<String> problems = new ArrayList<>();
      if (inputs.size() != wanted.size()) {
        problems.add("rows: input " + inputs.size() + ", expected " + wanted.size());
      }
      for (int i = 0; i < Math.min(inputs.size(), wanted.size()); i++) {
        ObjectNode got = rule.apply(inputs.get(i));
        ObjectNode want = wanted.get(i).deepCopy().without(List.of("why", "note"));
        want.fieldNames()
            .forEachRemaining(
                field -> {
                  if (!Json.same(want.get(field), got.path(field))) {
                    problems.add("expected " + want + ", got " + got);
                  }
                });
      }
      return problems;
    }
  }

  private static ObjectNode lag(ObjectNode row) {
    PartitionLag lag =
        row.path("log_end").isNull()
            ? PartitionLag.unknown()
            : PartitionLag.of(
                new LogBounds(
                    row.get("log_start").asLong(),
                    row.get("log_end").asLong(),
                    row.get("lso").asLong()),
                row.get("committed").asLong(),
                StartFrom.valueOf(row.get("reset").asText().toUpperCase(Locale.ROOT)),
                row.get("isolation").asText().equals("read_committed"));
    ObjectNode result = Json.MAPPER.createObjectNode();
    result.set("partition", row.get("partition"));
    result.put("state", lag.state().label());
    result.put("behind_open_transaction", lag.behindOpenTransaction());
    if (lag.isKnown()) {
      result.put("lag", lag.lag());
    } else {
      result.putNull("lag");
    }
    return result;
  }

  private static ObjectNode scale(ObjectNode row) {
    JsonNode listed = row.get("lags");
    long[] lags = new long[listed.size()];
    for (int i = 0; i < lags.length; i++) {
      lags[i] = listed.get(i).isNull() ? PartitionLag.UNKNOWN_LAG : listed.get(i).asLong();
    }
    boolean pending =
        row.path("open_timers").asInt() > 0
            || row.path("output_pending").asBoolean()
            || !row.path("checkpoint_at_end").asBoolean();
    boolean trustworthy =
        !row.path("restoring").asBoolean() && row.path("metric_age_s").asLong() < STALE_AFTER_S;
    ReplicaBounds bounds =
        ReplicaBounds.of(
            new ReplicaBounds.Observation(lags, row.get("current").asInt(), pending, trustworthy),
            new ReplicaBounds.Policy(
                row.get("lag_per_pod").asLong(), row.get("min").asInt(), row.get("max").asInt()));
    ObjectNode result = Json.MAPPER.createObjectNode();
    result.put("at_least", bounds.atLeast());
    result.put("at_most", bounds.atMost());
    result.put("useful", bounds.atLeast());
    return result;
  }
}
