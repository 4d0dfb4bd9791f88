package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.SourceMarker;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.rekey.InBand;
import dev.millrace.runtime.rekey.RekeyPartitioner;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/**
 * What stage one wrote for a source: each record once and in order, where its key lives or to the
 * dead letters, with the source's watermark beside it; and markers that say the same (R1).
 */
final class SimForwarding implements SimJudge {
  private static final long NONE = Long.MIN_VALUE;

  private final SimWorld world;
  private final TimeSpec time;
  private final Topics topics;
  private final TopicPartition source;
  private final int rekeyPartitions;
  private final Set<Integer> joined = new HashSet<>();
  private int number = -1;
  private long watermarkMs = NONE;
  private int read;

  SimForwarding(
      SimWorld world,
      FunctionSpec spec,
      Topics topics,
      TopicPartition source,
      int rekeyPartitions) {
    this.world = world;
    this.time = spec.time();
    this.topics = topics;
    this.source = source;
    this.rekeyPartitions = rekeyPartitions;
  }

  @Override
  public boolean awaitsMore() {
    return false;
  }

  /** Should its topic come back, it joins anew (R3). */
  @Override
  public void left() {
    joined.clear();
  }

  @Override
  public void committed(
      long next,
      OffsetNote note,
      List<ProducerRecord<byte[], byte[]>> written,
      List<ConsumerRecord<byte[], byte[]>> log) {
    number = note.sourceOr(source.partition());
    for (ProducerRecord<byte[], byte[]> record : written) {
      ConsumerRecord<byte[], byte[]> seen = received(record);
      if (InBand.isMarker(seen)) {
        InBand.readMarkers(seen).forEach(this::marker);
        joined.add(seen.partition());
      } else if (read == log.size() || log.get(read).offset() >= next) {
        throw world.broken("%s: at %d there is one too many: %s", source, next, record);
      } else if (record.topic().equals(topics.rekey())) {
        forwarded(log.get(read++), seen);
      } else {
        rejected(log.get(read++), record);
      }
    }
    if (read < log.size() && log.get(read).offset() < next) {
      throw world.broken("%s: at %d this is missing: %s", source, next, log.get(read));
    }
    if (note.watermarkMs() != watermarkMs) {
      throw world.broken(
          "%s: at %d the watermark is %d, but the rules ask for %d",
          source, next, note.watermarkMs(), watermarkMs);
    }
  }

  private void marker(SourceMarker marker) {
    boolean isTrue = marker.source() == number && marker.watermarkMs() == watermarkMs;
    boolean mayBeIdle = !marker.idle() || marker.silentMs() >= time.idleTimeoutMs();
    if (!isTrue || !mayBeIdle || marker.left()) {
      throw world.broken("%s: a marker at watermark %d says %s", source, watermarkMs, marker);
    }
  }

  private void forwarded(ConsumerRecord<byte[], byte[]> in, ConsumerRecord<byte[], byte[]> out) {
    SimFunction.Event event = SimFunction.Event.decode(in.value());
    watermarkMs = Math.max(watermarkMs, event.timeMs() - time.outOfOrdernessMs());
    InputRecord seen = InBand.readRecord(out, new InputRecord());
    byte[] key = event.key().getBytes(UTF_8);
    boolean isSame =
        Arrays.equals(out.key(), key)
            && Arrays.equals(out.value(), in.value())
            && out.partition() == RekeyPartitioner.partition(key, rekeyPartitions)
            && seen.timestampMs() == in.timestamp();
    if (!joined.contains(out.partition())) {
      throw world.broken("%s: a record without a marker before it (R3): %s", source, out);
    }
    boolean isPlaced = seen.source() == number && seen.sourceOffset() == in.offset();
    if (!isSame || !isPlaced || seen.sourceWatermarkMs() != watermarkMs) {
      throw world.broken(
          "%s: at watermark %d this was forwarded: %s%nas %s", source, watermarkMs, in, out);
    }
  }

  /** No other reason than its time, by a clock that is off by no more than that (W7). */
  private void rejected(ConsumerRecord<byte[], byte[]> in, ProducerRecord<byte[], byte[]> out) {
    long aheadMs = SimFunction.Event.decode(in.value()).timeMs() - in.timestamp();
    if (!SimOutput.origin(out).equals(source)
        || SimOutput.originOffset(out) != in.offset()
        || aheadMs <= time.maxAheadMs() - SimPod.LARGEST_SKEW_MS) {
      throw world.broken("%s: this was rejected: %s%nas %s", source, in, out);
    }
  }

  /** As a consumer sees it, but for its offset. */
  static ConsumerRecord<byte[], byte[]> received(ProducerRecord<byte[], byte[]> r) {
    return new ConsumerRecord<>(
        r.topic(),
        r.partition() == null ? 0 : r.partition(),
        0,
        0,
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        r.key(),
        r.value(),
        r.headers(),
        Optional.empty());
  }
}
