package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.testkit.Script;
import dev.millrace.testkit.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the input of a run into a script. A record's value is the payload {@code
 * {"key":…,"ts":…,"value":…}}; its Kafka timestamp is its event time where that can be one.
 */
final class CaseInput {
  private static final long DAY_MS = 86_400_000;

  private final boolean rekeyed;
  private final List<Step> steps = new ArrayList<>();
  private long wallMs;
  private int partitions;
  private int aborted;

  private CaseInput(boolean rekeyed, int partitions, long assignedAtMs) {
    this.rekeyed = rekeyed;
    this.partitions = partitions;
    this.wallMs = assignedAtMs;
  }

  /**
   * A script.
   *
   * @param aborted records that a reader of committed data does not see
   */
  record Read(Script script, int aborted) {}

  static Read read(CaseRun run) {
    int partitions = partitions(run);
    long assignedAtMs = assignedAtMs(run.input());
    CaseInput input = new CaseInput(isRekeyed(run), partitions, assignedAtMs);
    run.input().forEach(input::line);
    return new Read(new Script(partitions, assignedAtMs, input.steps), input.aborted);
  }

  /** Several sources feed one key space. */
  static boolean isRekeyed(CaseRun run) {
    return partitions(run) > 1
        || run.input().stream().anyMatch(l -> l.path("control").asText().equals("add_partition"));
  }

  private static int partitions(CaseRun run) {
    JsonNode listed = run.settings().path("partitions");
    if (listed.isInt()) {
      return listed.asInt();
    }
    return listed.isEmpty() ? 1 : listed.size();
  }

  /** Small clocks count from the assignment; dates begin with the first record. */
  private static long assignedAtMs(List<ObjectNode> input) {
    for (ObjectNode line : input) {
      if (line.hasNonNull("wall_ms")) {
        long first = line.get("wall_ms").asLong();
        return first < DAY_MS ? 0 : first;
      }
    }
    return 0;
  }

  private void line(ObjectNode line) {
    if (line.hasNonNull("wall_ms") && line.get("wall_ms").asLong() > wallMs) {
      wallMs = line.get("wall_ms").asLong();
      steps.add(new Step.Wall(wallMs));
    }
    if (line.has("control")) {
      control(line);
    } else {
      record(line);
    }
  }

  private void control(ObjectNode line) {
    String control = line.path("control").asText();
    switch (control) {
      case "wall" -> {
        // The clock has moved already.
      }
      case "add_partition" ->
          steps.add(new Step.AddPartition(line.path("partition").asInt(partitions++)));
      case "checkpoint" -> steps.add(new Step.Checkpoint());
      case "crash_restore", "crash" -> steps.add(new Step.Crash());
      default ->
          throw new IllegalArgumentException("Expected a known control, but got: " + control);
    }
  }

  private void record(ObjectNode line) {
    int partition = line.path("partition").asInt(0);
    long offset = line.path("offset").asLong(Step.Arrival.NEXT_OFFSET);
    if (line.path("txn").asText().equals("aborted")) {
      aborted++;
      steps.add(new Step.Skip(partition, offset + 1));
      return;
    }
    JsonNode key = line.path("key");
    byte @Nullable [] keyBytes =
        key.isNull() || key.isMissingNode() || rekeyed ? null : bytes(key.asText());
    JsonNode ts = line.path("ts");
    long timestampMs = ts.isIntegralNumber() ? Math.max(-1, ts.asLong()) : -1;
    steps.add(new Step.Arrival(partition, offset, timestampMs, keyBytes, value(line)));
  }

  private byte @Nullable [] value(ObjectNode line) {
    JsonNode value = line.path("value");
    if (line.path("poison").asBoolean(false)) {
      return bytes(value.asText());
    }
    if (value.isNull() || value.isMissingNode()) {
      return null;
    }
    ObjectNode payload = Json.MAPPER.createObjectNode();
    payload.set("ts", line.path("ts"));
    payload.set("value", value);
    if (rekeyed) {
      payload.set("key", line.path("key"));
    }
    return bytes(payload.toString());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
