package dev.millrace.cli.ledger;

import dev.millrace.cli.CliException;
import dev.millrace.cli.Services;
import dev.millrace.cli.checkpoint.StoreOptions;
import dev.millrace.runtime.ledger.LedgerUnavailableException;
import dev.millrace.state.objectstore.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options of the commands that compare the ledger with manifests and Kafka, and the clients. */
final class LedgerTools {
  @Mixin private final Services services = new Services();
  @Mixin private final StoreOptions store = new StoreOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FUNCTION",
      description = "Functions to look at, by name.")
  private List<String> functions;

  @Option(
      names = "--input",
      paramLabel = "TOPIC",
      description =
          "Input topic, where neither the ledger nor the group's offsets tell; repeat it for"
              + " several. Default: the function's name.")
  private List<String> inputs = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  LedgerTools() {}

  /** The functions that are meant, in order. */
  SortedSet<String> functions() {
    return new TreeSet<>(functions);
  }

  /** Runs with clients of all three; errors name the service. */
  <T> T with(Function<Clients, T> work) {
    try (LedgerClient ledger = new LedgerClient(services.redis(), services.namespace());
        KafkaFacts kafka = new KafkaFacts(services.kafka());
        ObjectStore objects = store.open()) {
      return work.apply(new Clients(services.namespace(), ledger, kafka, objects, inputs));
    } catch (LedgerUnavailableException e) {
      throw new CliException(
          e.getMessage() + " redis=" + services.redis() + ". Say where it is with --redis.", e);
    }
  }

  /**
   * Clients of the three.
   *
   * @param inputs topics that the user named
   */
  record Clients(
      String namespace,
      LedgerClient ledger,
      KafkaFacts kafka,
      ObjectStore objects,
      List<String> inputs) {

    /** What they say of a function that at least one of them knows. */
    Facts facts(String function) {
      FactsReader reader = new FactsReader(namespace, ledger.repair(function), kafka, objects);
      Facts facts = reader.read(function, inputs);
      boolean isInRedis =
          !facts.ledger().meta().isEmpty()
              || facts.partitions().stream().anyMatch(p -> p.raw().isPresent());
      if (!isInRedis && !facts.isKnownElsewhere()) {
        throw new CliException(
            "Expected the function in the ledger, in Kafka's offsets or in the checkpoints, but none"
                + " of them knows it: namespace="
                + namespace
                + ", function="
                + function
                + ", group="
                + namespace
                + "."
                + function
                + ", checkpoints="
                + objects.describe()
                + ", in the ledger="
                + ledger.functions());
      }
      return facts;
    }
  }
}
