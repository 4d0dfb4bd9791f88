package dev.millrace.cli.ledger;

import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.term.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code millrace ledger verify}. */
@Command(
    name = "verify",
    description = {
      "Compares the ledger in Redis with the checkpoints' manifests and Kafka's offsets, and names"
          + " every disagreement, which of them is right, and what to do.",
      "",
      "Changes nothing. May be run while the function works. Exit code 1 if there is a disagreement."
    })
final class LedgerVerify implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final LedgerTools tools = new LedgerTools();

  @Override
  public Integer call() {
    Map<String, List<Disagreement>> found = new LinkedHashMap<>();
    tools.with(
        clients -> {
          for (String function : tools.functions()) {
            found.put(function, LedgerCheck.of(clients.facts(function)));
          }
          return found;
        });
    show(found);
    return found.values().stream().allMatch(List::isEmpty) ? ExitCodes.OK : ExitCodes.FOUND;
  }

  private void show(Map<String, List<Disagreement>> found) {
    if (output.isJson()) {
      Map<String, List<Disagreement.Row>> rows = new LinkedHashMap<>();
      found.forEach((name, list) -> rows.put(name, list.stream().map(Disagreement::row).toList()));
      output.json(rows);
      return;
    }
    found.forEach(
        (name, list) -> {
          if (list.isEmpty()) {
            output.line(output.terminal().bold(name) + "  ledger, manifests and Kafka agree");
          } else {
            output.line(output.terminal().bold(name));
            show(list);
          }
        });
  }

  /** The table says what; below it, once for each kind, what follows. */
  private void show(List<Disagreement> list) {
    Table table = new Table("WHERE", "PROBLEM", "RIGHT", "SEEN");
    Map<String, String> remedies = new TreeMap<>();
    for (Disagreement next : list) {
      table.row(next.where(), next.problem().label(), next.problem().right().label(), next.seen());
      remedies.put(next.problem().label(), next.problem().remedy());
    }
    output.table(table);
    output.line("");
    remedies.forEach((problem, remedy) -> output.line(problem + ": " + remedy));
  }
}
