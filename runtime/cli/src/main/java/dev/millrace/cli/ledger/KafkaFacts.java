package dev.millrace.cli.ledger;

import dev.millrace.cli.CliException;
import dev.millrace.cli.ledger.Topology.Topic;
import dev.millrace.runtime.partition.KafkaClients;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What Kafka knows of a function's topics and group. Blocks. */
final class KafkaFacts implements AutoCloseable {
  private final Admin admin;
  private final Object servers;

  KafkaFacts(Map<String, Object> properties) {
    this.servers = properties.getOrDefault("bootstrap.servers", "");
    this.admin = Admin.create(properties);
  }

  /** A topic; without id and partitions if it is not there. */
  Topic topic(String name) {
    return ask(
        () -> {
          try {
            Map<String, TopicDescription> found =
                KafkaClients.get(admin.describeTopics(List.of(name)).allTopicNames());
            return found.values().stream()
                .map(t -> new Topic(name, t.topicId().toString(), t.partitions().size()))
                .findFirst()
                .orElseGet(() -> new Topic(name, null, 0));
          } catch (UnknownTopicOrPartitionException | InvalidTopicException e) {
            return new Topic(name, null, 0);
          }
        });
  }

  /** The group's offsets, once a transaction that is just being ended is through. */
  Map<TopicPartition, OffsetAndMetadata> offsets(String group) {
    return ask(
        () -> {
          try {
            Map<TopicPartition, OffsetAndMetadata> found =
                new HashMap<>(
                    KafkaClients.get(
                        admin
                            .listConsumerGroupOffsets(
                                Map.of(group, new ListConsumerGroupOffsetsSpec()),
                                new ListConsumerGroupOffsetsOptions().requireStable(true))
                            .partitionsToOffsetAndMetadata(group)));
            found.values().removeIf(offset -> offset == null);
            return found;
          } catch (GroupIdNotFoundException e) {
            return Map.of();
          }
        });
  }

  /** First and next offset of logs that are there. */
  Map<TopicPartition, LogRange> ranges(Collection<TopicPartition> logs) {
    Map<TopicPartition, Long> starts = list(logs, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = list(logs, OffsetSpec.latest());
    return logs.stream()
        .collect(
            Collectors.toMap(
                Function.identity(),
                log -> new LogRange(starts.getOrDefault(log, 0L), ends.getOrDefault(log, 0L))));
  }

  private Map<TopicPartition, Long> list(Collection<TopicPartition> logs, OffsetSpec spec) {
    Map<TopicPartition, OffsetSpec> specs =
        logs.stream().collect(Collectors.toMap(Function.identity(), log -> spec));
    Map<TopicPartition, ListOffsetsResultInfo> found =
        ask(() -> KafkaClients.get(admin.listOffsets(specs).all()));
    return found.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().offset()));
  }

  /** Deletes a topic; says whether it was there. */
  boolean deleteTopic(String name) {
    return ask(
        () -> {
          try {
            KafkaClients.get(admin.deleteTopics(List.of(name)).all());
            return true;
          } catch (UnknownTopicOrPartitionException e) {
            return false;
          }
        });
  }

  /** Deletes a group with its offsets; says whether it was there. */
  boolean deleteGroup(String group) {
    return ask(
        () -> {
          try {
            KafkaClients.get(admin.deleteConsumerGroups(List.of(group)).all());
            return true;
          } catch (GroupIdNotFoundException e) {
            return false;
          }
        });
  }

  private <T> T ask(Supplier<T> question) {
    try {
      return question.get();
    } catch (KafkaException e) {
      throw new CliException(
          "Expected an answer from Kafka, but got none: bootstrap="
              + servers
              + ", error="
              + e.getMessage()
              + ". Say where it is with --bootstrap.",
          e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
