package dev.millrace.runtime.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.SourceMarker;
import dev.millrace.mutations.Mutations;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged headers of a re-key topic are refused, or say the same when they are written again. */
@Timeout(60)
class InBandMutationsTest {
  private static final int ROUNDS = 20_000;

  private static ConsumerRecord<byte[], byte[]> stored(String header, byte[] value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add(header, value);
    return new ConsumerRecord<>(
        "t",
        4,
        99,
        5,
        TimestampType.CREATE_TIME,
        0,
        0,
        new byte[0],
        new byte[0],
        headers,
        Optional.empty());
  }

  private static byte[] header(ProducerRecord<byte[], byte[]> record, String name) {
    return record.headers().lastHeader(name).value();
  }

  private static byte[] marker(SourceMarker source) {
    return header(InBand.marker("t", 4, source), "mm");
  }

  /** One header for several sources, as a pod with several writes it. */
  private static byte[] markers(List<SourceMarker> sources) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (SourceMarker source : sources) {
      byte[] one = marker(source);
      all.write(one, all.size() == 0 ? 0 : 1, one.length - (all.size() == 0 ? 0 : 1));
    }
    return all.toByteArray();
  }

  @Test // R1
  void shouldRefuseOrReadWhatIsWrittenWhenTheHeaderOfARecordIsDamaged() {
    InputRecord small = new InputRecord().set(3, 17, -1, new byte[] {9}, new byte[0]);
    InputRecord large =
        new InputRecord().set(511, Long.MAX_VALUE, Long.MAX_VALUE, new byte[0], new byte[0]);
    AtomicInteger refused = new AtomicInteger();
    Mutations.bytes(
        List.of(
            header(InBand.record("t", 4, new byte[0], small, -2), "mr"),
            header(InBand.record("t", 4, new byte[0], large, Long.MIN_VALUE), "mr")),
        ROUNDS,
        mutant -> {
          InputRecord read;
          try {
            read = InBand.readRecord(stored("mr", mutant), new InputRecord());
          } catch (IllegalStateException e) {
            refused.incrementAndGet();
            assertThat(e).hasMessageContaining("Nothing else may write to a re-key topic");
            return;
          }
          InputRecord again =
              new InputRecord()
                  .set(
                      read.source(),
                      read.sourceOffset(),
                      read.timestampMs(),
                      new byte[0],
                      new byte[0]);
          assertThat(
                  header(InBand.record("t", 4, new byte[0], again, read.sourceWatermarkMs()), "mr"))
              .isEqualTo(mutant);
        });
    assertThat(refused.get()).isBetween(ROUNDS / 4, ROUNDS - 1);
  }

  @Test // R1
  void shouldRefuseOrReadWhatIsWrittenWhenAMarkerIsDamaged() {
    SourceMarker first = new SourceMarker(2, Long.MIN_VALUE, true, 30_000);
    SourceMarker second = new SourceMarker(0, 1_700_000_000_000L, false, 0);
    AtomicInteger refused = new AtomicInteger();
    Mutations.bytes(
        List.of(marker(first), markers(List.of(first, second))),
        ROUNDS,
        mutant -> {
          List<SourceMarker> read;
          try {
            read = InBand.readMarkers(stored("mm", mutant));
          } catch (IllegalStateException e) {
            refused.incrementAndGet();
            assertThat(e).hasMessageContaining("Nothing else may write to a re-key topic");
            return;
          }
          assertThat(markers(read)).isEqualTo(mutant);
        });
    assertThat(refused.get()).isBetween(ROUNDS / 4, ROUNDS - 1);
  }
}
