package dev.millrace.cli.ledger;

import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.Services;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Values;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code millrace ledger}. */
@Command(
    name = "ledger",
    description = "Shows, cross-checks and rebuilds the ledger in Redis.",
    subcommands = {LedgerCommand.Show.class, LedgerVerify.class, LedgerRebuild.class})
public final class LedgerCommand {
  LedgerCommand() {}

  /** {@code millrace ledger show}. */
  @Command(
      name = "show",
      description = "Shows positions, owners and checkpoints of functions' partitions.")
  static final class Show implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final Services services = new Services();

    @Parameters(
        arity = "0..*",
        paramLabel = "FUNCTION",
        description = "Functions to show. Default: all of the namespace.")
    private List<String> functions = new ArrayList<>();

    @Override
    public Integer call() {
      try (LedgerClient ledger = new LedgerClient(services.redis(), services.namespace())) {
        SortedSet<String> names =
            functions.isEmpty() ? ledger.functions() : new TreeSet<>(functions);
        Map<String, LedgerView> views = new LinkedHashMap<>();
        for (String name : names) {
          // What has only said why it cannot start is not in the ledger yet.
          if (!functions.isEmpty() || ledger.view(name) != null) {
            views.put(name, found(name, ledger));
          }
        }
        show(views);
      }
      return ExitCodes.OK;
    }

    private LedgerView found(String name, LedgerClient ledger) {
      LedgerView view = ledger.view(name);
      if (view == null) {
        throw new CliException(
            "Expected the function in the ledger, but there is no entry: namespace="
                + services.namespace()
                + ", function="
                + name
                + ", found="
                + ledger.functions());
      }
      return view;
    }

    private void show(Map<String, LedgerView> views) {
      if (output.isJson()) {
        output.json(views);
      } else if (views.isEmpty()) {
        output.line("The ledger has no function: namespace=" + services.namespace());
      } else {
        views.forEach(this::showOne);
      }
    }

    private void showOne(String name, LedgerView view) {
      output.line(
          output.terminal().bold(name)
              + topics(view.function().sources())
              + partitions(view.function())
              + ", live: "
              + (view.live().isEmpty() ? "none" : String.join(", ", view.live())));
      Table table =
          new Table(
              "PART",
              "TOPIC",
              "OWNER",
              "#EPOCH",
              "#LEASE",
              "#COMMITTED",
              "WATERMARK",
              "#CHECKPT",
              "NEXT TIMER",
              "#REC/S",
              "STATE",
              "#DECIDED");
      view.partitions().forEach(entry -> table.row(cells(entry, view)));
      output.table(table);
      output.line("");
    }

    private static String partitions(FunctionEntry function) {
      String source = ", " + function.sources().served().size() + " partitions";
      return function.rekeyPartitions() == 0
          ? source
          : source + " (s), re-keyed to " + function.rekeyPartitions() + " (p)";
    }

    private static String topics(Sources sources) {
      return (sources.topics().size() == 1 ? "  topic " : "  topics ")
          + String.join(", ", sources.topics());
    }

    /** Of what stage one reads, for there the number does not say it; windows are by key. */
    private static String topic(PartitionRef ref, FunctionEntry function) {
      if (ref.stage() == Stage.WINDOWS) {
        return Values.text(null);
      }
      Sources.Source source = function.sources().all().get(ref.number());
      String place = source.topic() + "-" + source.partition();
      return source.standing() == Sources.Standing.READ ? place : place + " (leaving)";
    }

    private static String[] cells(PartitionEntry entry, LedgerView view) {
      return new String[] {
        entry.ref().toString(),
        topic(entry.ref(), view.function()),
        Values.text(entry.owner()),
        Values.count(entry.epoch()),
        lease(entry, view.nowMs()),
        Values.countUnless(Progress.NO_OFFSET, entry.committed()),
        Values.time(entry.watermarkMs()),
        Values.countUnless(Progress.NO_OFFSET, entry.checkpointOffset()),
        Values.time(entry.nextTimerMs()),
        String.format(Locale.ROOT, "%.1f", entry.rate()),
        Values.text(entry.state()),
        Values.count(entry.decisions().size())
      };
    }

    private static String lease(PartitionEntry entry, long nowMs) {
      if (entry.owner() == null) {
        return Values.text(null);
      }
      long leftMs = entry.leaseUntilMs() - nowMs;
      return leftMs <= 0 ? "over" : Duration.ofMillis(leftMs).toSeconds() + " s";
    }
  }
}
