package dev.millrace.cli.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Values;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code millrace list}. */
@Command(name = "list", description = "Lists the functions on a Kubernetes cluster.")
public final class ListCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final Kubectl kubectl = new Kubectl();

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Of all namespaces.")
  private boolean all;

  ListCommand() {}

  @Override
  public Integer call() {
    JsonNode items =
        (all
                ? kubectl.get("streamfunctions.millrace.dev", "--all-namespaces")
                : kubectl.get("streamfunctions.millrace.dev"))
            .path("items");
    if (output.isJson()) {
      output.json(items);
    } else if (items.isEmpty()) {
      output.line("There are no functions. k8s/samples has some to apply.");
    } else {
      table(items);
    }
    return ExitCodes.OK;
  }

  private void table(JsonNode items) {
    List<String> headings =
        new ArrayList<>(
            List.of("NAME", "PHASE", "PODS", "#LAG", "WM-LAG", "NEXT", "AGE", "NOT READY"));
    if (all) {
      headings.add(0, "NAMESPACE");
    }
    Table table = new Table(headings.toArray(String[]::new));
    Instant now = Instant.now();
    for (JsonNode item : items) {
      table.row(cells(new FunctionState(item), now));
    }
    output.table(table);
  }

  private String[] cells(FunctionState f, Instant now) {
    List<String> cells = new ArrayList<>();
    if (all) {
      cells.add(f.namespace());
    }
    cells.add(f.name());
    cells.add(Values.text(f.status("phase")));
    cells.add(Values.text(f.status("pods")));
    cells.add(f.lag());
    cells.add(Values.text(f.status("watermarkLag")));
    cells.add(next(f.status("nextFiring"), now));
    cells.add(Ages.since(f.created(), now));
    cells.add(why(f));
    return cells.toArray(String[]::new);
  }

  private static String next(@Nullable String firing, Instant now) {
    return firing == null ? Values.text(null) : Ages.until(firing, now);
  }

  /** What is wrong in a word, where something is. */
  private static String why(FunctionState f) {
    @Nullable String reason = f.condition("Ready").path("reason").asText(null);
    boolean isReady = f.condition("Ready").path("status").asText("").equals("True");
    return isReady ? "" : Values.text(reason);
  }
}
