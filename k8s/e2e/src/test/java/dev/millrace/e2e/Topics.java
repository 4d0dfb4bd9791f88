package dev.millrace.e2e;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics of a function, and records into them. */
final class Topics implements AutoCloseable {
  private final Map<String, Object> connection;
  private final KafkaProducer<String, String> producer;

  Topics(String bootstrap) {
    connection = Map.of("bootstrap.servers", bootstrap);
    Map<String, Object> writer = new HashMap<>(connection);
    // A broker that has not heard of a new topic may refuse the first batch and take the second,
    // after which it never takes the first (KAFKA-15591): so one after the other.
    writer.put("max.in.flight.requests.per.connection", 1);
    producer = new KafkaProducer<>(writer, new StringSerializer(), new StringSerializer());
  }

  void create(int partitions, String... names) {
    try (Admin admin = Admin.create(connection)) {
      admin
          .createTopics(
              List.of(names).stream()
                  .map(name -> new NewTopic(name, partitions, (short) 1))
                  .toList())
          .all()
          .get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends reports keyed by flight, each so many times; returns when all are in the log. */
  void send(String topic, List<String> reports, int times) {
    for (String report : reports) {
      String flight = January.json(report).get("flight").textValue();
      for (int n = 0; n < times; n++) {
        var unused = producer.send(new ProducerRecord<>(topic, flight, report));
      }
    }
    producer.flush();
  }

  /** Sends one report to a partition; returns when it is in the log. */
  void send(String topic, int partition, String key, String report) {
    try {
      producer.send(new ProducerRecord<>(topic, partition, key, report)).get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
