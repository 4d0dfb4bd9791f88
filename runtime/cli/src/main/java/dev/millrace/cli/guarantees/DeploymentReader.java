package dev.millrace.cli.guarantees;

import dev.millrace.cli.guarantees.Deployment.Topic;
import dev.millrace.cli.guarantees.Deployment.Use;
import dev.millrace.cli.ledger.LedgerClient;
import dev.millrace.cli.reconcile.FunctionTopics;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.runtime.ledger.LedgerConfigurationException;
import dev.millrace.runtime.partition.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Looks at what a function's promise rests on: topics, Kafka's own topics, Redis. */
final class DeploymentReader {
  private static final List<String> POSITIONS =
      List.of("__consumer_offsets", "__transaction_state");

  private final Admin admin;
  private final LedgerClient ledger;
  private final String namespace;

  DeploymentReader(Admin admin, LedgerClient ledger, String namespace) {
    this.admin = admin;
    this.ledger = ledger;
    this.namespace = namespace;
  }

  Deployment read(FunctionSpec spec, FunctionTopics topics, Map<String, String> settings) {
    String refuses = "";
    List<String> warnings = List.of();
    try {
      warnings = ledger.setup();
    } catch (LedgerConfigurationException e) {
      refuses = String.valueOf(e.getMessage());
    }
    return new Deployment(
        spec, settings, topics(spec, topics), offsetsRetention(), refuses, warnings);
  }

  private List<Topic> topics(FunctionSpec spec, FunctionTopics topics) {
    String name = spec.name();
    List<Topic> found = new ArrayList<>();
    List<String> inputs = topics.inputs().isEmpty() ? List.of(name) : topics.inputs();
    inputs.forEach(input -> found.add(topic(Use.INPUT, input)));
    found.add(topic(Use.OUTPUT, or(topics.panes(), name + "-panes")));
    found.add(topic(Use.OUTPUT, or(topics.late(), name + "-late")));
    found.add(topic(Use.OUTPUT, or(topics.deadLetters(), name + "-dead-letters")));
    if (spec.keySource() == KeySource.REKEY || inputs.size() > 1) {
      found.add(topic(Use.REKEY, namespace + "." + name + ".rekey"));
    }
    POSITIONS.forEach(internal -> found.add(topic(Use.POSITIONS, internal)));
    return found;
  }

  private static String or(@Nullable String said, String otherwise) {
    return said == null ? otherwise : said;
  }

  private Topic topic(Use use, String name) {
    try {
      int replicas =
          KafkaClients.get(admin.describeTopics(List.of(name)).allTopicNames()).values().stream()
              .map(TopicDescription::partitions)
              .flatMap(List::stream)
              .mapToInt(partition -> partition.replicas().size())
              .min()
              .orElse(0);
      return new Topic(use, name, replicas, config(ConfigResource.Type.TOPIC, name));
    } catch (UnknownTopicOrPartitionException e) {
      return new Topic(use, name, 0, Map.of());
    }
  }

  private Map<String, String> config(ConfigResource.Type type, String name) {
    ConfigResource resource = new ConfigResource(type, name);
    return KafkaClients.get(admin.describeConfigs(List.of(resource)).all()).values().stream()
        .map(Config::entries)
        .flatMap(entries -> entries.stream())
        .filter(entry -> entry.value() != null)
        .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value, (first, again) -> first));
  }

  private @Nullable Duration offsetsRetention() {
    Optional<Node> node = KafkaClients.get(admin.describeCluster().nodes()).stream().findFirst();
    if (node.isEmpty()) {
      return null;
    }
    String minutes =
        config(ConfigResource.Type.BROKER, node.get().idString()).get("offsets.retention.minutes");
    return minutes == null ? null : Duration.ofMinutes(Long.parseLong(minutes));
  }
}
