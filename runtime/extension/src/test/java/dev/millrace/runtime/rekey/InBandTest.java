package dev.millrace.runtime.rekey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.SourceMarker;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** What stands in-band in a re-key topic (R1); the bytes are a format and never change. */
class InBandTest {
  private static final byte[] KEY = {1, 2};
  private static final byte[] VALUE = {3};

  private static ConsumerRecord<byte[], byte[]> stored(ProducerRecord<byte[], byte[]> r) {
    return stored(r.headers(), r.key(), r.value());
  }

  private static ConsumerRecord<byte[], byte[]> stored(Headers headers, byte[] key, byte[] value) {
    return new ConsumerRecord<>(
        "t", 4, 99, 5, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
  }

  @Test
  void shouldReadARecordAsItWasWritten() {
    InputRecord input = new InputRecord().set(3, 17, -1, new byte[] {9}, VALUE);
    ProducerRecord<byte[], byte[]> sent = InBand.record("t", 4, KEY, input, -2);
    assertThat(HexFormat.of().formatHex(sent.headers().lastHeader("mr").value()))
        .isEqualTo(
            "01" + "00000003" + "0000000000000011" + "fffffffffffffffe" + "ffffffffffffffff");
    ConsumerRecord<byte[], byte[]> r = stored(sent);
    assertThat(InBand.isMarker(r)).isFalse();
    InputRecord read = InBand.readRecord(r, new InputRecord());
    assertThat(read.key()).isEqualTo(KEY);
    assertThat(read.value()).isEqualTo(VALUE);
    assertThat(read.offset()).isEqualTo(99);
    assertThat(read.source()).isEqualTo(3);
    assertThat(read.sourceOffset()).isEqualTo(17);
    assertThat(read.sourceWatermarkMs()).isEqualTo(-2);
    assertThat(read.timestampMs()).isEqualTo(-1);
  }

  @Test
  void shouldReadAMarkerAsItWasWritten() {
    SourceMarker marker = new SourceMarker(2, Long.MIN_VALUE, true, 30_000);
    ProducerRecord<byte[], byte[]> sent = InBand.marker("t", 4, marker);
    assertThat(HexFormat.of().formatHex(sent.headers().lastHeader("mm").value()))
        .isEqualTo("01" + "00000002" + "8000000000000000" + "01" + "0000000000007530");
    ConsumerRecord<byte[], byte[]> r = stored(sent);
    assertThat(InBand.isMarker(r)).isTrue();
    assertThat(InBand.readMarkers(r)).containsExactly(marker);
  }

  /** R5 */
  @Test
  void shouldReadThatASourceHasLeft() {
    ProducerRecord<byte[], byte[]> sent = InBand.marker("t", 4, SourceMarker.left(2));
    assertThat(HexFormat.of().formatHex(sent.headers().lastHeader("mm").value()))
        .isEqualTo("01" + "00000002" + "8000000000000000" + "02" + "0000000000000000");
    assertThat(InBand.readMarkers(stored(sent))).containsExactly(SourceMarker.left(2));
  }

  @Test
  void shouldRefuseARecordWhenSomeoneElseWroteIt() {
    ConsumerRecord<byte[], byte[]> foreign = stored(new RecordHeaders(), KEY, VALUE);
    assertThatThrownBy(() -> InBand.readRecord(foreign, new InputRecord()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("offset=99");
  }
}
