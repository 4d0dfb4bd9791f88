package dev.millrace.cli;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that say where Kafka and Redis are. */
public final class Services {

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:KAFKA_BOOTSTRAP_SERVERS:-localhost:9092}",
      description = "Kafka's bootstrap servers. Default: $KAFKA_BOOTSTRAP_SERVERS, localhost:9092.")
  private String bootstrap;

  @Option(
      names = "--kafka",
      paramLabel = "KEY=VALUE",
      // On a line of its own, for lines are broken at dots.
      description = {"A property of the Kafka clients, for example", "security.protocol=SASL_SSL."})
  private Map<String, String> kafkaProperties = new LinkedHashMap<>();

  @Option(
      names = "--redis",
      paramLabel = "URI",
      defaultValue = "${env:QUARKUS_REDIS_HOSTS:-redis://localhost:6379}",
      description = "Redis of the ledger. Default: $QUARKUS_REDIS_HOSTS, redis://localhost:6379.")
  private String redis;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      defaultValue = "default",
      description = "Namespace of the deployment. Default: ${DEFAULT-VALUE}.")
  private String namespace;

  @SuppressWarnings("NullAway.Init") // picocli sets the fields
  public Services() {}

  /** Properties of Kafka clients. */
  public Map<String, Object> kafka() {
    Map<String, Object> all = new HashMap<>(kafkaProperties);
    all.put("bootstrap.servers", bootstrap);
    return all;
  }

  /** Properties of an application that connects as these options say. */
  public Map<String, String> properties() {
    Map<String, String> all = new LinkedHashMap<>();
    kafkaProperties.forEach((name, value) -> all.put("kafka." + name, value));
    all.put("kafka.bootstrap.servers", bootstrap);
    all.put("quarkus.redis.hosts", redis);
    return all;
  }

  public String redis() {
    return redis;
  }

  public String namespace() {
    return namespace;
  }
}
