package dev.millrace.faults;

import dev.millrace.faults.Feed.Event;
import dev.millrace.faults.Functions.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringSerializer;

/** Makes topics and writes events, as a user's programs would. */
final class Topics implements AutoCloseable {
  /** Kafka's word for it, in a request to delete records. */
  private static final long END_OF_LOG = -1;

  private final Admin admin;
  private final KafkaProducer<String, String> producer;

  Topics(String bootstrap) {
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "max.in.flight.requests.per.connection", 1),
            new StringSerializer(),
            new StringSerializer());
  }

  /** Makes the input topic and those that the functions write. */
  void create(String input, List<Function> functions) {
    List<NewTopic> topics = new ArrayList<>();
    topics.add(topic(input, Feed.PARTITIONS));
    functions.forEach(f -> f.outputs().forEach(output -> topics.add(topic(output, 1))));
    create(topics);
  }

  /** Makes a topic of one partition. */
  void create(String topic) {
    create(List.of(topic(topic, 1)));
  }

  private void create(List<NewTopic> topics) {
    admin
        .createTopics(topics)
        .values()
        .forEach((topic, made) -> admin(made, "create a topic", topic));
  }

  private static NewTopic topic(String name, int partitions) {
    return new NewTopic(name, Optional.of(partitions), Optional.empty());
  }

  /** Makes a topic one partition larger. */
  void grow(String topic, int partitions) {
    admin(
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions))).all(),
        "add a partition",
        topic);
  }

  /** Deletes a topic. */
  void delete(String topic) {
    admin(admin.deleteTopics(List.of(topic)).all(), "delete a topic", topic);
  }

  /** Deletes all records that a topic has, as retention does. */
  void truncate(String topic, int partitions) {
    for (int p = 0; p < partitions; p++) {
      RecordsToDelete all = RecordsToDelete.beforeOffset(END_OF_LOG);
      admin(
          admin.deleteRecords(Map.of(new TopicPartition(topic, p), all)).all(),
          "delete records",
          topic);
    }
  }

  private static void admin(KafkaFuture<?> answer, String what, String topic) {
    done(answer.toCompletionStage().toCompletableFuture(), what, topic);
  }

  /** Sends events and waits until all are written. */
  void send(String topic, List<Event> events) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (Event e : events) {
      sent.add(producer.send(new ProducerRecord<>(topic, e.partition(), e.key(), e.value())));
    }
    producer.flush();
    for (Future<RecordMetadata> record : sent) {
      done(record, "send events", topic);
    }
  }

  /** Sends one event to the first partition, without waiting. */
  void send(String topic, String key, String value) {
    var unused = producer.send(new ProducerRecord<>(topic, 0, key, value));
  }

  /** Waits until all are written. */
  void flush() {
    producer.flush();
  }

  private static void done(Future<?> future, String what, String topic) {
    try {
      future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        // The client repeats a call that takes long, and finds what it has made.
        return;
      }
      throw new AssertionError("Expected to " + what + ", but could not: topic=" + topic, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for Kafka", e);
    }
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }
}
