package dev.millrace.bench.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.SourceMarker;
import dev.millrace.runtime.rekey.InBand;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.openjdk.jmh.annotations.Benchmark;

/** What is it to write and to read what stage one tells stage two of a record (R1)? */
public class InBandBench extends MicroBench {
  private static final String TOPIC = "rekey";

  private final byte[] key = "user-0000001".getBytes(UTF_8);
  private final InputRecord input = new InputRecord().set(3, 12, 34, key, key);
  private final InputRecord holder = new InputRecord();
  private final SourceMarker source = new SourceMarker(3, 1_700_000_100_000L, true, 500);
  private final ConsumerRecord<byte[], byte[]> record =
      read(InBand.record(TOPIC, 1, key, input, 56));
  private final ConsumerRecord<byte[], byte[]> marker = read(InBand.marker(TOPIC, 1, source));

  private static ConsumerRecord<byte[], byte[]> read(ProducerRecord<byte[], byte[]> written) {
    return new ConsumerRecord<>(
        TOPIC,
        1,
        0,
        0,
        TimestampType.CREATE_TIME,
        0,
        0,
        written.key(),
        written.value(),
        written.headers(),
        Optional.empty());
  }

  /** A record, with Kafka's own object for it. */
  @Benchmark
  public Object writeRecord() {
    return InBand.record(TOPIC, 1, key, input, 56);
  }

  /** A record, into its holder. */
  @Benchmark
  public Object readRecord() {
    return InBand.isMarker(record) ? record : InBand.readRecord(record, holder);
  }

  /** A marker of one source. */
  @Benchmark
  public Object writeMarker() {
    return InBand.marker(TOPIC, 1, source);
  }

  /** A marker of one source. */
  @Benchmark
  public Object readMarker() {
    return InBand.readMarkers(marker);
  }
}
