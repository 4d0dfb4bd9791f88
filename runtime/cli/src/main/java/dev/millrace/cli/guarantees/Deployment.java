package dev.millrace.cli.guarantees;

import dev.millrace.functions.spec.FunctionSpec;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function as it is set up: what its promise rests on.
 *
 * @param settings configuration properties, by their full name
 * @param topics those of the function and Kafka's own, by what they are for
 * @param offsetsRetention how long Kafka keeps offsets of a group that sleeps; null if unknown
 * @param redisRefuses why Redis may not keep the ledger; empty if it may
 * @param redisWarnings what is to be said of it
 */
record Deployment(
    FunctionSpec spec,
    Map<String, String> settings,
    List<Topic> topics,
    @Nullable Duration offsetsRetention,
    String redisRefuses,
    List<String> redisWarnings) {

  Deployment {
    settings = Map.copyOf(settings);
    topics = List.copyOf(topics);
    redisWarnings = List.copyOf(redisWarnings);
  }

  /** What a topic is for. */
  enum Use {
    INPUT("input topic"),
    OUTPUT("output topic"),
    REKEY("re-key topic"),
    POSITIONS("positions in Kafka");

    private final String label;

    Use(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /**
   * A topic.
   *
   * @param replicas of the partition that has fewest; 0 if the topic is not there
   * @param config its settings
   */
  record Topic(Use use, String name, int replicas, Map<String, String> config) {
    Topic {
      config = Map.copyOf(config);
    }

    boolean exists() {
      return replicas > 0;
    }

    /** A setting as a number; -1 where there is no bound or it is not known. */
    long number(String setting) {
      try {
        return Long.parseLong(config.getOrDefault(setting, "-1"));
      } catch (NumberFormatException e) {
        return -1;
      }
    }
  }

  String setting(String name, String otherwise) {
    return settings.getOrDefault("quarkus.millrace." + name, otherwise);
  }

  boolean isExactlyOnce() {
    return setting("guarantee", "exactly-once").equals("exactly-once");
  }

  URI checkpoints() {
    return URI.create(setting("checkpoints.location", "file:///tmp/millrace/checkpoints"));
  }
}
