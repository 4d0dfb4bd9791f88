package dev.millrace.runtime.rekey;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.SourceMarker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What stage one tells stage two beside key and value (R1), in one header of a record, big-endian:
 *
 * <pre>
 * header "mr"  version 1 (1) | source (4) | source offset (8) | source watermark (8)
 *              | Kafka timestamp of the source record (8)
 * header "mm"  version 1 (1) | per source: number (4) | watermark (8) | standing (1) | silent ms (8)
 * </pre>
 *
 * A source is named by its number (R5). Its standing is 0, or 1 if it is idle, or 2 if it has left.
 * A record with "mm" is a marker and has neither key nor value.
 */
public final class InBand {
  private static final String RECORD = "mr";
  private static final String MARKER = "mm";
  private static final byte VERSION = 1;
  private static final byte IDLE = 1;
  private static final byte LEFT = 2;
  private static final int SOURCE_AT = 1;
  private static final int OFFSET_AT = 5;
  private static final int WATERMARK_AT = 13;
  private static final int TIMESTAMP_AT = 21;
  private static final int RECORD_BYTES = 29;
  private static final int SOURCE_BYTES = 21;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private InBand() {}

  /** The record of a re-key topic for a record of an input topic. */
  public static ProducerRecord<byte[], byte[]> record(
      String topic, int partition, byte[] key, InputRecord input, long watermarkMs) {
    byte[] header = new byte[RECORD_BYTES];
    header[0] = VERSION;
    INT.set(header, SOURCE_AT, input.source());
    LONG.set(header, OFFSET_AT, input.offset());
    LONG.set(header, WATERMARK_AT, watermarkMs);
    LONG.set(header, TIMESTAMP_AT, input.timestampMs());
    var record = new ProducerRecord<>(topic, partition, key, input.value());
    record.headers().add(RECORD, header);
    return record;
  }

  /** A marker with what is to be said of one source. */
  public static ProducerRecord<byte[], byte[]> marker(
      String topic, int partition, SourceMarker source) {
    ByteBuffer header = ByteBuffer.allocate(1 + SOURCE_BYTES).put(VERSION);
    header.putInt(source.source()).putLong(source.watermarkMs());
    header.put(standing(source)).putLong(source.silentMs());
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, null, null);
    record.headers().add(MARKER, header.array());
    return record;
  }

  /** Whether a record of a re-key topic is a marker. */
  public static boolean isMarker(ConsumerRecord<byte[], byte[]> r) {
    return r.headers().lastHeader(MARKER) != null;
  }

  /** Fills the holder with a record of a re-key topic; allocates nothing. */
  public static InputRecord readRecord(ConsumerRecord<byte[], byte[]> r, InputRecord holder) {
    byte[] in = header(r, RECORD);
    if (in.length != RECORD_BYTES) {
      throw foreign(r);
    }
    int source = (int) INT.get(in, SOURCE_AT);
    long sourceOffset = (long) LONG.get(in, OFFSET_AT);
    if (source < 0 || sourceOffset < 0) {
      throw foreign(r);
    }
    return holder.setRekeyed(
        r.partition(),
        r.offset(),
        (long) LONG.get(in, TIMESTAMP_AT),
        r.key(),
        r.value(),
        source,
        sourceOffset,
        (long) LONG.get(in, WATERMARK_AT));
  }

  /** Reads what a marker says, source by source. */
  public static List<SourceMarker> readMarkers(ConsumerRecord<byte[], byte[]> r) {
    List<SourceMarker> markers = new ArrayList<>();
    byte[] header = header(r, MARKER);
    ByteBuffer in = ByteBuffer.wrap(header, 1, header.length - 1);
    if (!in.hasRemaining() || in.remaining() % SOURCE_BYTES != 0) {
      throw foreign(r);
    }
    while (in.hasRemaining()) {
      int source = in.getInt();
      long watermarkMs = in.getLong();
      byte standing = in.get();
      long silentMs = in.getLong();
      if (source < 0 || standing < 0 || standing > LEFT || silentMs < 0) {
        throw foreign(r);
      }
      SourceMarker marker =
          standing == LEFT
              ? SourceMarker.left(source)
              : new SourceMarker(source, watermarkMs, standing == IDLE, silentMs);
      if (marker.watermarkMs() != watermarkMs || marker.silentMs() != silentMs) {
        throw foreign(r);
      }
      markers.add(marker);
    }
    return markers;
  }

  private static byte standing(SourceMarker source) {
    if (source.left()) {
      return LEFT;
    }
    return source.idle() ? IDLE : 0;
  }

  /** A header of our version. */
  private static byte[] header(ConsumerRecord<byte[], byte[]> r, String name) {
    @Nullable Header header = r.headers().lastHeader(name);
    byte @Nullable [] bytes = header == null ? null : header.value();
    if (bytes == null || bytes.length == 0 || bytes[0] != VERSION) {
      throw foreign(r);
    }
    return bytes;
  }

  private static IllegalStateException foreign(ConsumerRecord<byte[], byte[]> r) {
    return new IllegalStateException(
        "Expected a record that stage one of a function of this version wrote, but found another:"
            + " topic="
            + r.topic()
            + ", partition="
            + r.partition()
            + ", offset="
            + r.offset()
            + ". Nothing else may write to a re-key topic.");
  }
}
