package dev.millrace.cli.kube;

import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code pause} and {@code resume} share: {@code spec.suspend}, and waiting for it. */
final class Suspension {
  @Mixin private final Output output = new Output();
  @Mixin private final Kubectl kubectl = new Kubectl();

  @Parameters(paramLabel = "NAME", description = "Name of the StreamFunction.")
  private String name;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Waits so long until it is done; otherwise it is only asked for.")
  private int waitSeconds;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  Suspension() {}

  int set(boolean suspend, String what, Predicate<FunctionState> isDone) {
    kubectl.run(
        List.of(
            "patch",
            "streamfunctions.millrace.dev",
            name,
            "--type=merge",
            "--patch",
            "{\"spec\":{\"suspend\":" + suspend + "}}"));
    if (waitSeconds > 0) {
      kubectl.await(name, waitSeconds, isDone, f -> tooLong(f, what));
    }
    String done = waitSeconds > 0 ? ": " + what : ": asked for";
    output.line(name + (suspend ? " paused" : " resumed") + done);
    return ExitCodes.OK;
  }

  private CliException tooLong(FunctionState f, String what) {
    return new CliException(
        "Expected that "
            + what
            + " within "
            + waitSeconds
            + " s, but: phase="
            + f.status("phase")
            + ", pods="
            + f.status("pods")
            + ". It stays asked for; kubectl millrace describe "
            + name
            + " shows how far it is.");
  }
}
