package dev.millrace.cli.kube;

import com.fasterxml.jackson.databind.JsonNode;
import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.Output;
import dev.millrace.cli.term.Values;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint}. */
@Command(
    name = "checkpoint",
    description = "Has all pods of a function take a checkpoint now, and waits for it.")
public final class CheckpointCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final Kubectl kubectl = new Kubectl();

  @Parameters(paramLabel = "NAME", description = "Name of the StreamFunction.")
  private String name;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Waits so long for all partitions; 0 only asks. Default: ${DEFAULT-VALUE}.")
  private int waitSeconds;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  CheckpointCommand() {}

  @Override
  public Integer call() {
    String wish = Instant.now().toString();
    kubectl.run(
        List.of(
            "annotate",
            "streamfunctions.millrace.dev",
            name,
            "--overwrite",
            "millrace.dev/checkpoint-requested=" + wish));
    if (waitSeconds == 0) {
      output.line(name + " checkpoint: asked for");
      return ExitCodes.OK;
    }
    JsonNode request =
        request(
            kubectl.await(
                name,
                waitSeconds,
                f -> isHeard(f, wish) && request(f).path("done").asBoolean(),
                f -> tooLong(f, request(f), isHeard(f, wish))));
    if (output.isJson()) {
      output.json(request);
    } else {
      output.line(told(request));
    }
    return ExitCodes.OK;
  }

  private String told(JsonNode request) {
    int count = request.path("of").asInt();
    return count == 0
        ? name + " checkpoint: there is no state yet"
        : "%s checkpoint: %s of %s partitions saved, the oldest checkpoint is %s old"
            .formatted(
                name,
                request.path("saved").asText(),
                count,
                Values.text(request.path("oldest").asText(null)));
  }

  private static JsonNode request(FunctionState f) {
    return f.object().path("status").path("checkpointRequest");
  }

  private static boolean isHeard(FunctionState f, String wish) {
    return request(f).path("requested").asText().equals(wish);
  }

  private CliException tooLong(FunctionState f, JsonNode request, boolean isHeard) {
    List<String> waiting = new ArrayList<>();
    request.path("waiting").forEach(partition -> waiting.add(partition.asText()));
    return new CliException(
        "Expected checkpoints of all partitions within "
            + waitSeconds
            + " s, but "
            + (isHeard
                ? "some are missing: saved="
                    + request.path("saved").asText()
                    + ", of="
                    + request.path("of").asText()
                    + ", waiting="
                    + String.join(" ", waiting)
                : "the operator has not taken it up")
            + (isHeard ? ", phase=" : ": phase=")
            + f.status("phase")
            + ". It stays asked for; kubectl millrace describe "
            + name
            + " shows what keeps it.");
  }
}
