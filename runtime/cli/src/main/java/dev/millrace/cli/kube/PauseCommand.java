package dev.millrace.cli.kube;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code millrace pause}. */
@Command(
    name = "pause",
    description = "Stops a function's pods in order; state, offsets and ledger are kept.")
public final class PauseCommand implements Callable<Integer> {
  @Mixin private final Suspension suspension = new Suspension();

  PauseCommand() {}

  @Override
  public Integer call() {
    return suspension.set(true, "its pods have stopped", f -> f.isAtRest());
  }
}
