package dev.millrace.cli.kube;

import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace logs}. */
@Command(name = "logs", description = "Shows what all pods of a function log.")
public final class LogsCommand implements Callable<Integer> {
  private static final int MOST_PODS = 100;

  @Mixin private final Kubectl kubectl = new Kubectl();

  @Parameters(index = "0", paramLabel = "NAME", description = "Name of the StreamFunction.")
  private String name;

  @Option(
      names = {"-f", "--follow"},
      description = "Goes on as more is logged.")
  private boolean follow;

  @Option(names = "--tail", paramLabel = "LINES", description = "Last lines of each pod only.")
  private @Nullable Integer tail;

  @Option(
      names = "--since",
      paramLabel = "DURATION",
      description = "Of the last while only, for example 10m.")
  private @Nullable String since;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  LogsCommand() {}

  @Override
  public Integer call() {
    FunctionState f = new FunctionState(kubectl.function(name));
    String selector = f.status("selector");
    if (selector == null) {
      throw new CliException(
          "Expected the operator to have looked at the function, but it has no status yet: function="
              + name
              + ". Is the operator running?");
    }
    if (kubectl.get("pods", "--selector", selector).path("items").isEmpty()) {
      throw new CliException(
          "Expected pods that log, but there are none: function="
              + name
              + ", phase="
              + f.status("phase")
              + ". kubectl millrace describe "
              + name
              + " says why.");
    }
    return kubectl.passThrough(arguments(selector)) == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private List<String> arguments(String selector) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "logs",
                "--selector",
                selector,
                "--container",
                "function",
                "--prefix",
                "--max-log-requests",
                Integer.toString(MOST_PODS),
                "--tail",
                Integer.toString(tail == null ? -1 : tail)));
    if (follow) {
      all.add("--follow");
    }
    if (since != null) {
      all.add("--since");
      all.add(since);
    }
    return all;
  }
}
