package dev.millrace.bench.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Panes as records of a topic. */
final class PaneSchema implements KafkaRecordSerializationSchema<Tuple2<String, byte[]>> {
  private static final long serialVersionUID = 1;

  private final String topic;

  PaneSchema(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Tuple2<String, byte[]> pane, KafkaSinkContext context, Long timestampMs) {
    return new ProducerRecord<>(topic, pane.f0.getBytes(UTF_8), pane.f1);
  }
}
