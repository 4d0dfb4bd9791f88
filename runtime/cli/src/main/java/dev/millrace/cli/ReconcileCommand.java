package dev.millrace.cli;

import dev.millrace.cli.kafka.TopicReader;
import dev.millrace.cli.ledger.LedgerClient;
import dev.millrace.cli.reconcile.Difference;
import dev.millrace.cli.reconcile.FunctionTopics;
import dev.millrace.cli.reconcile.Functions;
import dev.millrace.cli.reconcile.LogReconciliation;
import dev.millrace.cli.reconcile.Reconciliation;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Values;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace reconcile}. */
@Command(
    name = "reconcile",
    description = {
      "Recomputes a closed period from the log and compares it with what was emitted.",
      "",
      "The computation is a plain batch one that shares no windowing code with the engine. A"
          + " window is compared by the last pane that was not retracted. Exit code 1 if anything"
          + " differs, a pane came twice, or a record was rejected that should not have been."
    })
final class ReconcileCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final Services services = new Services();

  @Parameters(paramLabel = "FUNCTION", description = "Name of the function.")
  private String function;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private FunctionSource source;

  @Option(
      names = {"-i", "--input"},
      paramLabel = "TOPIC",
      description =
          "Topic that the function reads; repeat it for several. Default: as its application or"
              + " document says.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--panes",
      paramLabel = "TOPIC",
      description = "Topic of its panes. Default: FUNCTION-panes.")
  private @Nullable String panes;

  @Option(
      names = "--late",
      paramLabel = "TOPIC",
      description = "Topic of its late records. Default: FUNCTION-late, if there is one.")
  private @Nullable String late;

  @Option(
      names = "--dead-letters",
      paramLabel = "TOPIC",
      description = "Topic of its dead letters. Default: FUNCTION-dead-letters, if there is one.")
  private @Nullable String deadLetters;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Compare windows that begin at this instant or later. Default: all.")
  private @Nullable Instant from;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description =
          "Compare windows that end at this instant or before. Default: what the ledger says is"
              + " closed in all partitions.")
  private @Nullable Instant until;

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "20",
      description = "Differing windows to show. Default: ${DEFAULT-VALUE}.")
  private int show;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  ReconcileCommand() {}

  @Override
  public Integer call() {
    try (Functions functions = source.open();
        TopicReader reader = new TopicReader(services.kafka())) {
      FunctionDefinition<?, ?, ?> definition = functions.define(function);
      requireWindows(definition);
      long fromMs = from == null ? Long.MIN_VALUE : from.toEpochMilli();
      long untilMs = until == null ? closedMs(definition) : until.toEpochMilli();
      FunctionTopics topics =
          new FunctionTopics(inputs, panes, late, deadLetters).or(functions.topics(function));
      Reconciliation outcome =
          new LogReconciliation(reader, output)
              .read(definition, topics)
              .compare(fromMs, untilMs, show);
      report(outcome);
      return outcome.isClean() ? ExitCodes.OK : ExitCodes.FOUND;
    }
  }

  private static void requireWindows(FunctionDefinition<?, ?, ?> definition) {
    if (definition.spec().isStateless()) {
      throw new CliException(
          "Expected a function with windows, whose closed ones can be computed again, but it takes"
              + " each record by itself: function="
              + definition.spec().name()
              + ". Its results name their record in the header millrace-result; compare them in a"
              + " test of the function.");
    }
  }

  /**
   * Nothing that ends before this can change any more, in any partition. A partition without a
   * watermark has had no record, and so has no windows.
   */
  private long closedMs(FunctionDefinition<?, ?, ?> definition) {
    try (LedgerClient ledger = new LedgerClient(services.redis(), services.namespace())) {
      LedgerView view = ledger.view(function);
      if (view == null) {
        throw new CliException(
            "Expected the function in the ledger, to know what is closed, but there is no entry:"
                + " namespace="
                + services.namespace()
                + ", function="
                + function
                + ". Say it with --until.");
      }
      long watermarkMs =
          view.partitions().stream()
              .filter(entry -> entry.ref().stage() == Stage.WINDOWS)
              .mapToLong(PartitionEntry::watermarkMs)
              .filter(watermark -> watermark != Progress.NO_WATERMARK)
              .min()
              .orElse(Progress.NO_WATERMARK);
      return watermarkMs == Progress.NO_WATERMARK
          ? watermarkMs
          : watermarkMs - definition.spec().time().allowedLatenessMs();
    }
  }

  private void report(Reconciliation outcome) {
    if (output.isJson()) {
      output.json(outcome);
      return;
    }
    Table counts = new Table("FUNCTION " + outcome.function(), "#COUNT");
    counts.row("windows compared", Values.count(outcome.windows()));
    counts.row("windows open or outside the period", Values.count(outcome.outsideWindows()));
    counts.row("panes emitted", Values.count(outcome.panes()));
    outcome.panesByKind().forEach((kind, n) -> counts.row("  " + kind, Values.count(n)));
    counts.row("records computed with", Values.count(outcome.records()));
    counts.row("records too late, left out", Values.count(outcome.late()));
    counts.row("  of them not too late", Values.count(outcome.lateWrongly()));
    counts.row("records too late for some windows", Values.count(outcome.partlyLate()));
    counts.row("records rejected by the batch", Values.count(outcome.rejected()));
    counts.row("records rejected by the function", Values.count(outcome.deadLetters()));
    counts.row("panes out of sequence", Values.count(outcome.outOfSequence()));
    counts.row("windows that cannot be checked", Values.count(outcome.unchecked()));
    counts.row("windows that differ", Values.count(outcome.differences()));
    output.table(counts);
    reportDifferences(outcome);
    output.line("");
    output.line(outcome.verdict());
  }

  private void reportDifferences(Reconciliation outcome) {
    if (outcome.examples().isEmpty()) {
      return;
    }
    Table table = new Table("KEY", "START", "END", "EXPECTED", "EMITTED");
    for (Difference difference : outcome.examples()) {
      table.row(
          difference.key(),
          Values.time(difference.startMs()),
          Values.time(difference.endMs()),
          Values.text(difference.expected()),
          Values.text(difference.emitted()));
    }
    output.line("");
    output.table(table);
    long more = outcome.differences() - outcome.examples().size();
    if (more > 0) {
      output.line("… and " + Values.count(more) + " more");
    }
  }
}
