package dev.millrace.cli.kube;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code millrace resume}. */
@Command(name = "resume", description = "Lets a paused function go on.")
public final class ResumeCommand implements Callable<Integer> {
  @Mixin private final Suspension suspension = new Suspension();

  ResumeCommand() {}

  @Override
  public Integer call() {
    return suspension.set(
        false, "the operator has taken it up", f -> !"Suspended".equals(f.status("phase")));
  }
}
