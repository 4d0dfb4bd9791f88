package dev.millrace.cli;

import dev.millrace.cli.term.JsonText;
import dev.millrace.cli.term.Progress;
import dev.millrace.cli.term.Table;
import dev.millrace.cli.term.Terminal;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where and how a command writes: results to standard output, all else to standard error. */
public final class Output {
  /** Form of the results. */
  enum Format {
    text,
    json
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Form of the result: ${COMPLETION-CANDIDATES}.")
  private Format format;

  private final Terminal terminal = Terminal.of(System.getenv());

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  public Output() {}

  /** What standard output can do. */
  public Terminal terminal() {
    return terminal;
  }

  /** Whether the result is wanted as JSON. */
  public boolean isJson() {
    return format == Format.json;
  }

  /** Standard output. */
  public PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Standard error. */
  public PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** A line of the result. */
  public void line(String line) {
    out().println(line);
  }

  /** A table of the result. */
  public void table(Table table) {
    table.lines(terminal).forEach(out()::println);
  }

  /** The result as JSON. */
  public void json(Object value) {
    out().println(JsonText.of(value));
  }

  /** A remark that is no part of the result. */
  public void note(String line) {
    err().println(line);
    err().flush();
  }

  /** Progress on standard error. */
  public Progress progress(String label, long total) {
    return new Progress(terminal, err(), label, total, System::nanoTime);
  }
}
