package dev.millrace.cli.demo;

import dev.millrace.cli.Output;
import dev.millrace.cli.reconcile.Reconciliation;
import dev.millrace.cli.term.Bar;
import dev.millrace.cli.term.LiveLines;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Terminal;
import dev.millrace.cli.term.Values;
import java.util.ArrayList;
import java.util.List;

/** What the demo shows while it runs, and at the end. */
final class DemoView {
  private final Output output;
  private final Terminal terminal;
  private final LiveLines live;

  DemoView(Output output) {
    this.output = output;
    this.terminal = output.terminal();
    this.live = new LiveLines(terminal, output.err(), System::nanoTime);
  }

  void say(String line) {
    live.say("· " + line);
  }

  void clear() {
    live.clear();
  }

  void show(FlightFeed feed, List<FunctionStatus> statuses, List<FunctionProcess> processes) {
    Table table = new Table("FUNCTION", "PID", "#PANES", "#LATE", "#REJECTED", "#LAG", "WATERMARK");
    for (FunctionStatus status : statuses) {
      table.row(
          status.function(),
          pid(status.function(), processes),
          Values.count(status.panes()),
          Values.count(status.late()),
          Values.count(status.rejected()),
          Values.count(status.lag()),
          Values.time(status.watermarkMs()));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        terminal.fit(
            Bar.of("reports", feed.sent(), feed.total())
                + "  "
                + Values.count(feed.sent())
                + " of "
                + Values.count(feed.total())));
    lines.addAll(table.lines(terminal));
    live.show(lines);
  }

  private static String pid(String function, List<FunctionProcess> processes) {
    return processes.stream()
        .filter(process -> process.function().equals(function))
        .map(process -> process.isAlive() ? Long.toString(process.pid()) : "ended")
        .findFirst()
        .orElse("");
  }

  void summary(DemoResult result) {
    if (output.isJson()) {
      output.json(result);
      return;
    }
    Table table =
        new Table(
            "FUNCTION", "#WINDOWS", "#PANES", "#LATE", "#REJECTED", "#TWICE/LOST", "#DIFFERENCES");
    for (Reconciliation outcome : result.reconciliations()) {
      table.row(
          outcome.function(),
          Values.count(outcome.windows()),
          Values.count(outcome.panes()),
          Values.count(outcome.late()),
          Values.count(outcome.deadLetters()),
          Values.count(outcome.outOfSequence()),
          Values.count(outcome.differences()));
    }
    output.line("");
    output.table(table);
    output.line("");
    output.line(
        Values.count(result.reports())
            + " reports; recomputed from the log in "
            + Values.count(result.reconcileMs())
            + " ms");
    output.line(
        "published table per carrier and hour: "
            + Values.count(result.truthRows())
            + " rows, "
            + Values.count(result.truthDifferences())
            + " differences");
    output.line(
        result.isClean()
            ? terminal.good("exactly once: every window as if nothing had happened")
            : terminal.bad("NOT as it should be"));
  }
}
