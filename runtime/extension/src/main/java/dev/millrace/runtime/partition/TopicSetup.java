package dev.millrace.runtime.partition;

import static java.util.Objects.requireNonNull;

import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.ledger.Sources.Topic;
import dev.millrace.runtime.position.RefusedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the topics of a function before it starts: all inputs must be there; output topics that
 * are missing are created, and so is the re-key topic, without retention (R4), with as many
 * partitions as the largest input.
 */
public final class TopicSetup {
  private static final Logger LOG = Logger.getLogger(TopicSetup.class);

  private static final int IN_BAND_BYTES = 64 << 10;
  private static final int LEADERS_MS = 10_000;
  private static final int PAUSE_MS = 20;

  private final Admin admin;
  private final FunctionSettings settings;

  /** Looks through a client that stays the caller's. */
  public TopicSetup(Admin admin, FunctionSettings settings) {
    this.admin = admin;
    this.settings = settings;
  }

  /**
   * What was found.
   *
   * @param inputs the topics that are read
   * @param rekey the re-key topic, or null without one
   * @param recordBytes largest record that a topic for output takes, where that can be read
   */
  public record Found(
      List<Topic> inputs, TopicWatch.@Nullable Log rekey, Map<String, Integer> recordBytes) {

    /** Partitions of the re-key topic; 0 without one. */
    int rekeyPartitions() {
      return rekey == null ? 0 : rekey.partitions();
    }
  }

  /**
   * Checks and creates.
   *
   * @param hasRun the function has state: a re-key topic that is missing then is not made anew, for
   *     the records that stage two had still to read were in it
   * @throws RefusedException if an input topic is not there or the re-key topic does not fit
   */
  public Found prepare(boolean rekeyed, boolean hasRun) {
    Topics topics = settings.topics();
    List<String> outputs = List.of(topics.panes(), topics.late(), topics.deadLetters());
    List<String> all = new ArrayList<>(topics.inputs());
    all.addAll(outputs);
    if (rekeyed) {
      all.add(topics.rekey());
    }
    Map<String, TopicDescription> present = describe(all);
    List<Topic> inputs = inputs(present);
    int partitions = inputs.stream().mapToInt(Topic::partitions).max().orElseThrow();
    Map<String, Integer> written = ensure(outputs, present, partitions);
    TopicWatch.Log rekey =
        rekeyed ? rekeyTopic(present.get(topics.rekey()), partitions, hasRun) : null;
    if (rekey != null) {
      written.put(topics.rekey(), rekey.partitions());
    }
    // Of a topic that was made a moment ago a broker may know nothing before it has a leader.
    boolean isNew = !present.keySet().containsAll(written.keySet());
    DescribeConfigsResult early = isNew ? null : askForConfigs(written.keySet());
    awaitLeaders(written);
    DescribeConfigsResult limits = early == null ? askForConfigs(written.keySet()) : early;
    return new Found(inputs, rekey, recordBytes(limits));
  }

  /** Makes the topics that are not there; the partitions of all. */
  private Map<String, Integer> ensure(
      List<String> names, Map<String, TopicDescription> present, int partitions) {
    Map<String, Integer> found = new HashMap<>();
    List<NewTopic> missing = new ArrayList<>();
    for (String name : names) {
      TopicDescription topic = present.get(name);
      if (topic != null) {
        found.put(name, topic.partitions().size());
      } else if (found.put(name, partitions) == null) {
        missing.add(new NewTopic(name, Optional.of(partitions), Optional.empty()));
      }
    }
    if (!missing.isEmpty()) {
      CreateTopicsResult created = admin.createTopics(missing);
      for (NewTopic topic : missing) {
        if (idWhenMade(topic, created) == null) {
          found.put(topic.name(), describeCreated(topic.name()).partitions().size());
        }
      }
    }
    return found;
  }

  /**
   * Waits until the leader of each partition answers for it. Of a topic that was made a moment ago
   * a broker may not know yet that it leads it: it refuses a producer's first batch, may take the
   * second, and then refuses the first for ever as out of sequence (KAFKA-15591). Nothing would be
   * lost, for the commit fails; but only after the producer's delivery timeout, two minutes. What
   * has no leader for longer was not made a moment ago, and keeps nobody from the other partitions.
   */
  private void awaitLeaders(Map<String, Integer> partitions) {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    partitions.forEach(
        (topic, count) -> {
          for (int p = 0; p < count; p++) {
            all.put(new TopicPartition(topic, p), OffsetSpec.latest());
          }
        });
    try {
      for (int left = LEADERS_MS / PAUSE_MS; !areKnown(all, left); left--) {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
      }
    } catch (KafkaException e) {
      LOG.warnf(
          "Expected all partitions that are written to to have leaders, but some do not answer:"
              + " function=%s, topics=%s, error=%s. The function starts even so.",
          settings.name(), partitions.keySet(), e.getMessage());
    }
  }

  /** The client waits for leaders, but not for topics that a broker has not heard of. */
  private boolean areKnown(Map<TopicPartition, OffsetSpec> partitions, int attemptsLeft) {
    try {
      KafkaClients.get(
          admin.listOffsets(partitions, new ListOffsetsOptions().timeoutMs(LEADERS_MS)).all());
      return true;
    } catch (UnknownTopicOrPartitionException e) {
      if (attemptsLeft == 0) {
        throw e;
      }
      return false;
    }
  }

  /** The input topics as they are now; all must be there. */
  public List<Topic> inputs() {
    return inputs(describe(settings.topics().inputs()));
  }

  private List<Topic> inputs(Map<String, TopicDescription> present) {
    List<Topic> inputs = new ArrayList<>();
    for (String name : settings.topics().inputs()) {
      TopicDescription input = present.get(name);
      if (input == null) {
        throw new RefusedException(
            "Expected the input topic to exist, but it does not: function="
                + settings.name()
                + ", topic="
                + name
                + ". Create it, or set mp.messaging.incoming."
                + settings.name()
                + ".topic (of several: .topics).",
            null);
      }
      inputs.add(new Topic(name, input.topicId().toString(), input.partitions().size()));
    }
    return inputs;
  }

  private static TopicWatch.Log log(TopicDescription topic) {
    return new TopicWatch.Log(topic.topicId().toString(), topic.partitions().size());
  }

  private TopicWatch.Log rekeyTopic(
      @Nullable TopicDescription present, int inputPartitions, boolean hasRun) {
    String topic = settings.topics().rekey();
    int wanted = settings.rekeyPartitions() > 0 ? settings.rekeyPartitions() : inputPartitions;
    if (present == null) {
      if (hasRun) {
        throw new RefusedException(
            "Expected the re-key topic that the function's state belongs to, but it was deleted, and"
                + " with it records that were not yet processed: function="
                + settings.name()
                + ", topic="
                + topic
                + "."
                + RefusedException.START_OVER,
            null);
      }
      return createRekeyTopic(topic, wanted);
    }
    int found = present.partitions().size();
    if (settings.rekeyPartitions() > 0 && found != wanted) {
      throw new RefusedException(
          "Expected the re-key topic to have the configured partitions, but it has others: topic="
              + topic
              + ", configured="
              + wanted
              + ", found="
              + found
              + ". Their number cannot change while state is kept by key.",
          null);
    }
    return log(present);
  }

  /** Without retention, for as large records as the inputs have, with the in-band headers (R1). */
  private TopicWatch.Log createRekeyTopic(String topic, int partitions) {
    Map<String, String> configs = new HashMap<>();
    configs.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
    configs.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
    configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
    recordBytes(askForConfigs(settings.topics().inputs())).values().stream()
        .max(Comparator.naturalOrder())
        .filter(bytes -> bytes < Integer.MAX_VALUE - IN_BAND_BYTES)
        .ifPresent(
            bytes ->
                configs.put(
                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes + IN_BAND_BYTES)));
    Uuid id =
        create(new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(configs));
    return id == null ? log(describeCreated(topic)) : new TopicWatch.Log(id.toString(), partitions);
  }

  /** The broker that is asked may learn of a new topic a moment after the one that made it. */
  private TopicDescription describeCreated(String topic) {
    TopicDescription present = describe(List.of(topic)).get(topic);
    if (present == null) {
      throw new UnknownTopicOrPartitionException(
          "Expected the topic to be there after it was created, but it is not yet: topic=" + topic);
    }
    return present;
  }

  /** Those that are there, asked for at once; of several errors the first topic's is thrown. */
  private Map<String, TopicDescription> describe(Collection<String> names) {
    Set<String> topics = new LinkedHashSet<>(names);
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin.describeTopics(topics).topicNameValues();
    Map<String, TopicDescription> present = new HashMap<>();
    for (String topic : topics) {
      try {
        present.put(topic, KafkaClients.get(requireNonNull(answers.get(topic))));
      } catch (UnknownTopicOrPartitionException e) {
        LOG.debugf("There is no such topic: topic=%s", topic);
      } catch (TopicAuthorizationException e) {
        throw new TopicAuthorizationException(Set.of(topic));
      }
    }
    return present;
  }

  /** Its id, or null where another pod made it first, or its settings may not be read. */
  private @Nullable Uuid create(NewTopic topic) {
    return idWhenMade(topic, admin.createTopics(List.of(topic)));
  }

  private static @Nullable Uuid idWhenMade(NewTopic topic, CreateTopicsResult created) {
    try {
      KafkaClients.get(requireNonNull(created.values().get(topic.name())));
      LOG.infof("Created a topic: topic=%s, partitions=%d", topic.name(), topic.numPartitions());
      return idOf(topic, created);
    } catch (TopicExistsException e) {
      LOG.debugf("Another pod created the topic: topic=%s", topic.name());
      return null;
    } catch (TopicAuthorizationException e) {
      throw new TopicAuthorizationException(Set.of(topic.name()));
    }
  }

  private static @Nullable Uuid idOf(NewTopic topic, CreateTopicsResult created) {
    try {
      return KafkaClients.get(created.topicId(topic.name()));
    } catch (TopicAuthorizationException e) {
      return null; // the answer holds it only for those who may read the topic's settings
    }
  }

  /** Largest record of each topic; without those whose settings may not be read. */
  private static Map<String, Integer> recordBytes(DescribeConfigsResult asked) {
    Map<String, Integer> bytes = new HashMap<>();
    asked
        .values()
        .forEach(
            (topic, future) -> {
              try {
                ConfigEntry entry =
                    KafkaClients.get(future).get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
                if (entry != null) {
                  bytes.put(topic.name(), Integer.parseInt(entry.value()));
                }
              } catch (KafkaException e) {
                LOG.debugf(
                    "The size limit of a topic cannot be read: topic=%s, error=%s",
                    topic.name(), e.getMessage());
              }
            });
    return bytes;
  }

  private DescribeConfigsResult askForConfigs(Collection<String> topics) {
    return admin.describeConfigs(
        topics.stream().map(t -> new ConfigResource(ConfigResource.Type.TOPIC, t)).toList());
  }
}
