package dev.millrace.cli.guarantees;

import dev.millrace.cli.CliException;
import dev.millrace.cli.ExitCodes;
import dev.millrace.cli.FunctionSource;
import dev.millrace.cli.Output;
import dev.millrace.cli.Services;
import dev.millrace.cli.guarantees.Weakness.Kind;
import dev.millrace.cli.ledger.LedgerClient;
import dev.millrace.cli.reconcile.Functions;
import dev.millrace.cli.term.Table;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace guarantees}. */
@Command(
    name = "guarantees",
    description = {
      "Shows what a function promises as it is set up, and where that ends, the weakest link first.",
      "",
      "Looks at the function's own settings, its topics, Kafka's own topics and Redis. Exit code 1 if"
          + " records can be lost."
    })
public final class GuaranteesCommand implements Callable<Integer> {
  @Mixin private final Output output = new Output();
  @Mixin private final Services services = new Services();

  @Parameters(paramLabel = "FUNCTION", description = "Name of the function.")
  private String function;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private FunctionSource source;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "A configuration property that is set from outside, such as"
              + " quarkus.millrace.guarantee=at-least-once.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(
      names = "--recovery",
      paramLabel = "DURATION",
      defaultValue = "P1D",
      description =
          "How long the function may stand still before someone has repaired it, as ISO-8601."
              + " Default: a day.")
  private Duration recovery;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  GuaranteesCommand() {}

  @Override
  public Integer call() {
    try (Functions functions = source.open();
        Admin admin = Admin.create(services.kafka());
        LedgerClient ledger = new LedgerClient(services.redis(), services.namespace())) {
      Map<String, String> settings = new LinkedHashMap<>(functions.settings());
      settings.putAll(properties);
      Deployment deployment =
          new DeploymentReader(admin, ledger, services.namespace())
              .read(functions.define(function).spec(), functions.topics(function), settings);
      List<Weakness> found = Judge.of(deployment, recovery);
      show(found);
      return found.stream().anyMatch(weakness -> weakness.kind() == Kind.LOSS)
          ? ExitCodes.FOUND
          : ExitCodes.OK;
    } catch (KafkaException e) {
      throw new CliException(
          "Expected an answer from Kafka, but got none: bootstrap="
              + services.kafka().get("bootstrap.servers")
              + ", error="
              + e.getMessage()
              + ". Say where it is with --bootstrap.",
          e);
    }
  }

  private void show(List<Weakness> found) {
    if (output.isJson()) {
      output.json(found);
      return;
    }
    Table table = new Table("PROMISE", "LINK", "SEEN");
    found.forEach(w -> table.row(w.kind().label(), w.link(), w.seen()));
    output.table(table);
    for (Weakness weakness : found) {
      output.line("");
      output.line(output.terminal().bold(weakness.link()) + "  " + weakness.seen());
      output.line("  " + weakness.means());
      if (!weakness.remedy().isEmpty()) {
        output.line("  " + weakness.remedy());
      }
    }
  }
}
