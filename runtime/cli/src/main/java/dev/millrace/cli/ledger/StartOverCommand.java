package dev.millrace.cli.ledger;

import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.ledger.LedgerTools.Clients;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Values;
import dev.millrace.runtime.ledger.LedgerRepair;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStore.ObjectInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code millrace start-over}: what an operator does on purpose where a start is refused and the
 * state is of no use any more (X6). What was deleted half-way is refused by the next start, not
 * taken for a beginning: the ledger's entry of the function goes last.
 */
@Command(
    name = "start-over",
    description = {
      "Forgets state and positions of a function: it begins again where start-from says.",
      "",
      "For an input that was deleted and created again, a re-key topic that is gone, or state that"
          + " nobody wants any more. Deletes its checkpoints, its re-key topic, its group and its"
          + " ledger; epochs stay, so that nobody of before can write. What it has written stays, and"
          + " windows may be written again. Shows what it would delete, and deletes it with --yes."
          + " Refuses while an instance of the function lives."
    })
public final class StartOverCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final LedgerTools tools = new LedgerTools();

  @Option(names = "--yes", description = "Deletes what is shown. Without, nothing is changed.")
  private boolean yes;

  /** What a function has that is forgotten. */
  record Forgotten(
      String group,
      @Nullable String rekeyTopic,
      int checkpointObjects,
      List<Partition> partitions) {}

  /** A partition's part of it; null is unknown. */
  record Partition(
      String partition, @Nullable Long epoch, @Nullable Long committed, int manifests) {}

  @Override
  public Integer call() {
    Map<String, Forgotten> forgotten = new LinkedHashMap<>();
    tools.with(
        clients -> {
          for (String function : tools.functions()) {
            Facts facts = clients.facts(function);
            facts.requireNobodyLives("its state is forgotten");
            List<ObjectInfo> objects = objects(clients, function);
            forgotten.put(function, forgotten(facts, clients, objects.size()));
            if (yes) {
              forget(facts, clients, objects);
            }
          }
          return forgotten;
        });
    show(forgotten);
    return ExitCodes.OK;
  }

  /** Manifests first: without its files a checkpoint would be damaged, without it they are none. */
  private static List<ObjectInfo> objects(Clients clients, String function) {
    ObjectStore store = clients.objects();
    List<ObjectInfo> objects =
        new ArrayList<>(store.list(clients.namespace() + "/" + function + "/"));
    objects.sort(Comparator.comparing(object -> !object.key().contains("/manifest/")));
    return objects;
  }

  private static Forgotten forgotten(Facts facts, Clients clients, int objects) {
    List<Partition> partitions = new ArrayList<>();
    for (PartitionFacts p : facts.partitions()) {
      PartitionEntry entry = p.entry();
      partitions.add(
          new Partition(
              p.ref().toString(),
              entry == null ? null : entry.epoch(),
              entry == null || entry.committed() == Progress.NO_OFFSET ? null : entry.committed(),
              p.manifests().size()));
    }
    return new Forgotten(
        clients.namespace() + "." + facts.function(),
        facts.topology().rekeyName(),
        objects,
        partitions);
  }

  private static void forget(Facts facts, Clients clients, List<ObjectInfo> objects) {
    objects.forEach(object -> clients.objects().delete(object.key()));
    String rekey = facts.topology().rekeyName();
    if (rekey != null) {
      clients.kafka().deleteTopic(rekey);
    }
    clients.kafka().deleteGroup(clients.namespace() + "." + facts.function());
    LedgerRepair repair = clients.ledger().repair(facts.function());
    facts.partitions().forEach(p -> repair.forget(p.ref(), p.newestEpoch()));
    repair.forget();
  }

  private void show(Map<String, Forgotten> all) {
    if (output.isJson()) {
      Map<String, Object> view = new LinkedHashMap<>();
      view.put("deleted", yes);
      view.put("functions", all);
      output.json(view);
      return;
    }
    all.forEach(this::show);
    if (!yes) {
      output.note("Nothing was changed. To delete this, run it again with --yes.");
    }
  }

  private void show(String function, Forgotten forgotten) {
    output.line(
        output.terminal().bold(function) + (yes ? "  begins again:" : "  would begin again:"));
    output.line("group " + forgotten.group() + (yes ? " deleted" : ""));
    if (forgotten.rekeyTopic() != null) {
      output.line("topic " + forgotten.rekeyTopic() + (yes ? " deleted" : ""));
    }
    output.line(
        Values.count(forgotten.checkpointObjects())
            + " objects of checkpoints"
            + (yes ? " deleted" : ""));
    Table table = new Table("PART", "#EPOCH", "#COMMITTED", "#CHECKPTS");
    for (Partition p : forgotten.partitions()) {
      table.row(
          p.partition(),
          p.epoch() == null ? "-" : Values.count(p.epoch()),
          p.committed() == null ? "-" : Values.count(p.committed()),
          Values.count(p.manifests()));
    }
    output.table(table);
  }
}
