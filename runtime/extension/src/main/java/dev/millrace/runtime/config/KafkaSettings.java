package dev.millrace.runtime.config;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.Config;

/**
 * Client properties of a function, by Quarkus' keys: {@code kafka.*}, then {@code
 * mp.messaging.connector.smallrye-kafka.*}, then {@code
 * mp.messaging.incoming|outgoing.<channel>.*}; the later wins. Properties on which exactly-once
 * rests cannot be set.
 */
public final class KafkaSettings {
  private static final String CONNECTOR = "mp.messaging.connector.smallrye-kafka.";
  private static final Map<String, Object> CONSUMER_FIXED =
      Map.of(
          ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
          ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
          ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName(),
          ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
  private static final Map<String, Object> PRODUCER_FIXED =
      Map.of(
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          "true",
          ProducerConfig.ACKS_CONFIG,
          "all",
          ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
          ByteArraySerializer.class.getName(),
          ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
          ByteArraySerializer.class.getName());
  private static final Set<String> OWN =
      Set.of(
          ConsumerConfig.GROUP_ID_CONFIG,
          ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
          ConsumerConfig.GROUP_PROTOCOL_CONFIG,
          ProducerConfig.TRANSACTIONAL_ID_CONFIG);

  private static final Set<String> KNOWN = known();

  private final Config config;
  private final Map<String, Object> common;

  /**
   * Settings over a configuration.
   *
   * @param common what {@code kafka.*} says, as Quarkus' Kafka client provides it
   */
  public KafkaSettings(Config config, Map<String, Object> common) {
    this.config = config;
    this.common = Map.copyOf(common);
  }

  /**
   * Checks that all settings of channels are a function's.
   *
   * @param functions names of all functions
   * @throws ConfigurationException if one has no function; names the properties
   */
  public void checkChannels(Collection<String> functions) {
    ChannelCheck.check(config, functions);
  }

  /** Properties of the consumer of a function. */
  public Map<String, Object> consumer(String function, String group) {
    String channel = "mp.messaging.incoming." + function + ".";
    Map<String, Object> all = merged(channel, ConsumerConfig.configNames(), CONSUMER_FIXED);
    all.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "1000");
    // The client's own default, 50 MiB of records polled ahead, is more than a small pod has.
    all.putIfAbsent(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, "8388608");
    all.putAll(CONSUMER_FIXED);
    all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    all.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
    return all;
  }

  /** Properties of a producer of a function, without its transactional id. */
  public Map<String, Object> producer(String function) {
    String channel = "mp.messaging.outgoing." + function + ".";
    Map<String, Object> all = merged(channel, ProducerConfig.configNames(), PRODUCER_FIXED);
    all.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, "65536");
    all.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    // The client sleeps that long whenever it asks for a coordinator, as it does once before its
    // first
    // transaction and once within it: by its own default that is most of a start's waiting. This is
    // what it takes itself where a coordinator is still busy with the transaction before.
    all.putIfAbsent(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, "20");
    // A lane waits in a commit or for a topic that is gone; a partition is soon tried again.
    all.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, "20000");
    all.putAll(PRODUCER_FIXED);
    return all;
  }

  /** Properties of the admin client of a function. */
  public Map<String, Object> admin(String function) {
    String channel = "mp.messaging.incoming." + function + ".";
    Map<String, Object> all = merged(channel, AdminClientConfig.configNames(), Map.of());
    // A client that was refused once answers every call with that until its metadata are due again,
    // after five minutes by default: a password that is given back would go unnoticed so long.
    all.putIfAbsent(AdminClientConfig.METADATA_MAX_AGE_CONFIG, "5000");
    return all;
  }

  /** Says what failures of a function's clients mean. */
  public KafkaFailures failures(FunctionSettings function) {
    return new KafkaFailures(
        function,
        String.valueOf(admin(function.name()).get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG)));
  }

  /** The topics of an incoming channel: {@code topic}, or {@code topics} parted by commas (R5). */
  public List<String> incomingTopics(String channel, List<String> otherwise) {
    String prefix = "mp.messaging.incoming." + channel + ".";
    refuse(prefix + "pattern", "Set " + prefix + "topics.");
    var several = config.getOptionalValue(prefix + "topics", String.class);
    var one = config.getOptionalValue(prefix + "topic", String.class);
    if (several.isPresent() && one.isPresent()) {
      throw new ConfigurationException(
          "Expected either one topic or several for a function, but both are configured: "
              + prefix
              + "topic="
              + one.get()
              + ", "
              + prefix
              + "topics="
              + several.get()
              + ". Remove one of them.");
    }
    if (several.isPresent()) {
      return Stream.of(several.get().split(",")).map(String::strip).toList();
    }
    return one.map(List::of).orElse(otherwise);
  }

  /** The topic of an outgoing channel. */
  public String outgoingTopic(String channel, String otherwise) {
    String prefix = "mp.messaging.outgoing." + channel + ".";
    refuse(prefix + "topics", "Set " + prefix + "topic.");
    return config.getOptionalValue(prefix + "topic", String.class).orElse(otherwise);
  }

  private void refuse(String property, String remedy) {
    if (config.getOptionalValue(property, String.class).isPresent()) {
      throw new ConfigurationException(
          "Expected the topics of a function by name, but they are given otherwise: property="
              + property
              + ". "
              + remedy);
    }
  }

  private Map<String, Object> merged(String channel, Set<String> names, Map<String, Object> fixed) {
    Map<String, Object> all = new HashMap<>();
    common.forEach(
        (name, value) -> {
          if (names.contains(name) || !KNOWN.contains(name)) {
            all.put(name, value);
          }
        });
    for (String name : names) {
      config.getOptionalValue(CONNECTOR + name, String.class).ifPresent(v -> all.put(name, v));
      config
          .getOptionalValue(channel + name, String.class)
          .ifPresent(
              value -> {
                requireFree(channel + name, name, value, fixed);
                all.put(name, value);
              });
    }
    return all;
  }

  /** Names of all clients: what none of them knows is for a plug-in, and passed to each. */
  private static Set<String> known() {
    Set<String> all = new HashSet<>(ConsumerConfig.configNames());
    all.addAll(ProducerConfig.configNames());
    all.addAll(AdminClientConfig.configNames());
    return all;
  }

  private static void requireFree(
      String property, String name, String value, Map<String, Object> fixed) {
    boolean contradicts = fixed.containsKey(name) && !value.equals(fixed.get(name));
    if (contradicts || OWN.contains(name)) {
      throw new ConfigurationException(
          "Expected a client property that exactly-once does not rest on, but it is one that"
              + " Millrace sets itself: "
              + property
              + "="
              + value
              + ". Remove it.");
    }
  }
}
