package dev.millrace.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import dev.millrace.bench.load.Truth.Window;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes a workload to a topic, and to each of its partitions what completes the windows.
 *
 * @param topic keyed by user, or by something else
 * @param byUser the topic is to be re-keyed by user: it is keyed by something else
 */
record Feed(String topic, boolean byUser, Workload workload, Shape shape) {

  /** What a batch job would answer. */
  Map<Window, Long> truth() {
    Truth truth = new Truth(shape);
    workload.forEach(truth::add);
    return truth.totals();
  }

  /** Writes all at once, and computes the truth meanwhile. */
  Truth fill(TestTopics topics) {
    Truth truth = new Truth(shape);
    try (KafkaProducer<byte[], byte[]> producer = topics.producer()) {
      AtomicLong number = new AtomicLong();
      workload.forEach(
          event -> {
            truth.add(event);
            send(producer, number.getAndIncrement(), event);
          });
      sendEnds(producer);
    }
    return truth;
  }

  /**
   * Writes a first part at once and the rest at a constant rate.
   *
   * @param sending is told of each event right before it is sent; how many there were is its own
   *     business
   */
  void live(TestTopics topics, long first, int perSecond, Consumer<Purchase> sending) {
    try (KafkaProducer<byte[], byte[]> producer = topics.promptProducer()) {
      long startNs = System.nanoTime();
      AtomicLong number = new AtomicLong();
      workload.forEach(
          event -> {
            long i = number.getAndIncrement();
            long dueNs = startNs + Math.max(0, i - first) * 1_000_000_000L / perSecond;
            while (System.nanoTime() < dueNs) {
              LockSupport.parkNanos(1_000_000);
            }
            sending.accept(event);
            send(producer, i, event);
          });
      sendEnds(producer);
    }
  }

  private void send(KafkaProducer<byte[], byte[]> producer, long number, Purchase event) {
    String key = byUser ? Long.toString(number) : event.user();
    var unused =
        producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), Workload.json(event)));
  }

  private void sendEnds(KafkaProducer<byte[], byte[]> producer) {
    for (Purchase end : workload.ends(shape)) {
      for (int p = 0; p < workload.partitions(); p++) {
        if (!workload.data().isSilent(p)) {
          var unused =
              producer.send(
                  new ProducerRecord<>(topic, p, end.user().getBytes(UTF_8), Workload.json(end)));
        }
      }
    }
  }
}
