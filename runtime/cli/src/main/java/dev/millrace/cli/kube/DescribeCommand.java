package dev.millrace.cli.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Values;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code millrace describe}. */
@Command(
    name = "describe",
    description =
        "Shows a function on a cluster: what is wrong, why there are as many pods, its partitions.")
public final class DescribeCommand implements Callable<Integer> {
  private static final int EVENTS = 8;

  @Mixin private final Output output = new Output();
  @Mixin private final Kubectl kubectl = new Kubectl();

  @Parameters(paramLabel = "NAME", description = "Name of the StreamFunction.")
  private String name;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  DescribeCommand() {}

  @Override
  public Integer call() {
    FunctionState f = new FunctionState(kubectl.function(name));
    if (output.isJson()) {
      output.json(f.object());
    } else {
      Instant now = Instant.now();
      facts(f);
      conditions(f, now);
      partitions(f);
      events(f, now);
    }
    return ExitCodes.OK;
  }

  private void facts(FunctionState f) {
    output.line(output.terminal().bold(f.name()) + "  namespace " + f.namespace());
    fact("phase", f.status("phase"));
    fact("pods", f.status("pods"));
    fact("why", f.scaling().path("reason").asText(null));
    fact("reads", f.topics());
    fact("image", f.status("image"));
    fact("next firing", f.status("nextFiring"));
    fact("guarantees", f.status("guarantees"));
    fact("checkpoints", f.spec().path("checkpoints").path("location").asText(null));
    fact("ledger", f.spec().path("ledger").path("redis").asText(null));
  }

  private void fact(String label, @Nullable String text) {
    if (text != null && !text.isEmpty()) {
      Paragraph.lines(label, text, output.terminal().columns()).forEach(output::line);
    }
  }

  private void conditions(FunctionState f, Instant now) {
    output.line("");
    Table table = new Table("CONDITION", "STATUS", "REASON", "SINCE");
    for (JsonNode c : f.conditions()) {
      table.row(
          c.path("type").asText(),
          c.path("status").asText(),
          c.path("reason").asText(),
          Ages.since(c.path("lastTransitionTime").asText(), now));
    }
    output.table(table);
    List<String> told = new ArrayList<>();
    for (JsonNode c : f.conditions()) {
      String message = c.path("message").asText();
      if (!c.path("status").asText().equals("True") && !told.contains(message)) {
        told.add(message);
        output.line("");
        Paragraph.lines(c.path("reason").asText(), message, output.terminal().columns())
            .forEach(output::line);
      }
    }
  }

  private void partitions(FunctionState f) {
    JsonNode p = f.partitions();
    if (p.isMissingNode() || p.isNull()) {
      return;
    }
    output.line("");
    String summary =
        "%s, %s with a pod, lag %s, %s records/s, watermark lag %s, oldest checkpoint %s"
            .formatted(
                p.path("total").asText("0"),
                p.path("owned").asText("0"),
                f.lag(),
                Values.count(p.path("rate").asLong()),
                Values.text(f.status("watermarkLag")),
                Values.text(p.path("oldestCheckpoint").asText(null)));
    Paragraph.lines("partitions", summary, output.terminal().columns()).forEach(output::line);
    if (!p.path("worst").isEmpty()) {
      Table table = new Table("PART", "READS", "STATE", "OWNER", "#LAG", "WM-LAG", "CHECKPOINT");
      for (JsonNode w : p.path("worst")) {
        table.row(
            w.path("partition").asText(),
            cell(w, "reads"),
            cell(w, "state"),
            cell(w, "owner"),
            w.path("lag").isNumber() ? Values.count(w.path("lag").asLong()) : Values.text(null),
            cell(w, "watermarkLag"),
            cell(w, "checkpointAge"));
      }
      output.table(table);
    }
  }

  private static String cell(JsonNode node, String field) {
    return Values.text(node.path(field).asText(null));
  }

  private void events(FunctionState f, Instant now) {
    List<JsonNode> events = new ArrayList<>();
    kubectl
        .get("events", "--field-selector", "involvedObject.uid=" + f.uid())
        .path("items")
        .forEach(events::add);
    events.sort(Comparator.comparing(e -> e.path("lastTimestamp").asText("")));
    if (events.isEmpty()) {
      return;
    }
    output.line("");
    Table table = new Table("AGE", "EVENT", "MESSAGE");
    for (JsonNode e : events.subList(Math.max(0, events.size() - EVENTS), events.size())) {
      table.row(
          Ages.since(e.path("lastTimestamp").asText(), now),
          e.path("reason").asText(),
          output.terminal().fit(e.path("message").asText()));
    }
    output.table(table);
  }
}
