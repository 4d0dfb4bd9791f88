package dev.millrace.cli.ledger;

import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.ledger.LedgerTools.Clients;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Values;
import dev.millrace.runtime.ledger.LedgerRepair;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code millrace ledger rebuild}. */
@Command(
    name = "rebuild",
    description = {
      "Restores an emptied or damaged ledger from the checkpoints' manifests and Kafka's offsets.",
      "",
      "Shows what it would write, and writes it with --yes. Refuses while an instance of the function"
          + " lives. Epochs and positions never go back. Exit code 1 if something cannot be had from"
          + " anywhere."
    })
final class LedgerRebuild implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final LedgerTools tools = new LedgerTools();

  @Option(names = "--yes", description = "Writes what is shown. Without, nothing is changed.")
  private boolean yes;

  @Override
  public Integer call() {
    Map<String, RebuildPlan> plans = new LinkedHashMap<>();
    tools.with(
        clients -> {
          for (String function : tools.functions()) {
            Facts facts = clients.facts(function);
            facts.requireNobodyLives("its ledger is rebuilt");
            RebuildPlan plan = RebuildPlan.of(facts);
            if (yes) {
              write(plan, clients, function);
            }
            plans.put(function, plan);
          }
          return plans;
        });
    show(plans);
    return plans.values().stream().allMatch(plan -> plan.lost().isEmpty())
        ? ExitCodes.OK
        : ExitCodes.FOUND;
  }

  /** The function's entry comes last: until it is there, readers see a ledger that is empty. */
  private static void write(RebuildPlan plan, Clients clients, String function) {
    LedgerRepair repair = clients.ledger().repair(function);
    plan.partitions().forEach(repair::replace);
    if (plan.function() != null) {
      repair.replace(plan.function());
    }
  }

  /** A plan as JSON. */
  record View(
      boolean written,
      @Nullable Object function,
      List<PartitionEntry> partitions,
      List<String> lost) {}

  private void show(Map<String, RebuildPlan> plans) {
    if (output.isJson()) {
      Map<String, View> views = new LinkedHashMap<>();
      plans.forEach(
          (name, plan) ->
              views.put(name, new View(yes, plan.function(), plan.partitions(), plan.lost())));
      output.json(views);
      return;
    }
    plans.forEach(this::show);
    if (!yes && plans.values().stream().anyMatch(plan -> !plan.isEmpty())) {
      output.note("Nothing was changed. To write this, run it again with --yes.");
    }
  }

  private void show(String name, RebuildPlan plan) {
    output.line(
        output.terminal().bold(name)
            + (plan.isEmpty() ? "  needs nothing" : yes ? "  written:" : "  would be written:"));
    if (plan.function() != null) {
      output.line(
          "function: topics "
              + String.join(", ", plan.function().sources().topics())
              + ", "
              + plan.function().sources().count()
              + " partitions, re-keyed to "
              + plan.function().rekeyPartitions());
    }
    if (!plan.partitions().isEmpty()) {
      Table table =
          new Table("PART", "#EPOCH", "#COMMITTED", "WATERMARK", "CHECKPT", "#OFFSET", "#DECIDED");
      plan.partitions().forEach(entry -> table.row(cells(entry)));
      output.table(table);
    }
    plan.lost().forEach(text -> output.line("not to be had: " + text));
  }

  private static String[] cells(PartitionEntry entry) {
    return new String[] {
      entry.ref().toString(),
      Values.count(entry.epoch()),
      Values.countUnless(Progress.NO_OFFSET, entry.committed()),
      Values.time(entry.watermarkMs()),
      Values.text(entry.checkpoint()),
      Values.countUnless(Progress.NO_OFFSET, entry.checkpointOffset()),
      Values.count(entry.decisions().size())
    };
  }
}
