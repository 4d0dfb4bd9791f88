package dev.millrace.cli;

import dev.millrace.cli.checkpoint.CheckpointsCommand;
import dev.millrace.cli.demo.DemoCommand;
import dev.millrace.cli.guarantees.GuaranteesCommand;
import dev.millrace.cli.kube.CheckpointCommand;
import dev.millrace.cli.kube.CompleteCommand;
import dev.millrace.cli.kube.DescribeCommand;
import dev.millrace.cli.kube.ListCommand;
import dev.millrace.cli.kube.LogsCommand;
import dev.millrace.cli.kube.PauseCommand;
import dev.millrace.cli.kube.ResumeCommand;
import dev.millrace.cli.ledger.LedgerCommand;
import dev.millrace.cli.ledger.StartOverCommand;
import dev.millrace.cli.term.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/** The {@code millrace} command. */
@Command(
    name = "millrace",
    description = "Runs and checks windowed stream functions on Kafka.",
    versionProvider = Millrace.Version.class,
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, and nothing to object to",
      "1:done, and something is wrong (differences, disagreements, damaged checkpoints)",
      "2:the command line cannot be understood",
      "3:it could not be done (a service is not there, something is refused)"
    },
    subcommands = {
      RunCommand.class,
      DemoCommand.class,
      ReconcileCommand.class,
      LedgerCommand.class,
      CheckpointsCommand.class,
      GuaranteesCommand.class,
      StartOverCommand.class,
      ListCommand.class,
      DescribeCommand.class,
      LogsCommand.class,
      PauseCommand.class,
      ResumeCommand.class,
      CheckpointCommand.class,
      CompleteCommand.class,
      AutoComplete.GenerateCompletion.class
    })
public final class Millrace {
  private Millrace() {}

  public static void main(String[] args) {
    quietLibraries();
    int code = commandLine().execute(args);
    System.exit(code);
  }

  /** Clients log every connection; what matters of it comes as an exception. */
  private static void quietLibraries() {
    System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
    Logger.getLogger("").setLevel(Level.SEVERE);
  }

  /** Runs a command with its output going elsewhere; returns its exit code. */
  public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
    return commandLine().setOut(out).setErr(err).execute(arguments);
  }

  static CommandLine commandLine() {
    Terminal terminal = Terminal.of(System.getenv());
    CommandLine commandLine =
        new CommandLine(new Millrace())
            .setColorScheme(
                CommandLine.Help.defaultColorScheme(terminal.color() ? Ansi.ON : Ansi.OFF))
            .setCommandName(System.getProperty("millrace.name", "millrace"))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> failed(terminal, failure, command));
    // The words to be completed are no options of the command that completes them.
    Objects.requireNonNull(commandLine.getSubcommands().get(CompleteCommand.NAME))
        .setStopAtPositional(true);
    if (terminal.columns() != Terminal.UNLIMITED) {
      commandLine.setUsageHelpWidth(Math.min(120, terminal.columns()));
    }
    return commandLine;
  }

  /** Users get the message; what was not foreseen also comes with its origin. */
  private static int failed(Terminal terminal, Exception failure, CommandLine command)
      throws Exception {
    if (!(failure instanceof CliException) && System.getenv("MILLRACE_DEBUG") != null) {
      throw failure;
    }
    String message = failure.getMessage();
    command
        .getErr()
        .println(terminal.bad("millrace: ") + (message == null ? failure.toString() : message));
    return ExitCodes.FAILED;
  }

  /** The version that the build wrote into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Millrace.class.getPackage().getImplementationVersion();
      return List.of(
              "millrace " + (version == null ? "(not packaged)" : version),
              "Java " + System.getProperty("java.version"))
          .toArray(String[]::new);
    }
  }
}
