package dev.millrace.engine.rekey;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.StopException;
import dev.millrace.engine.Tally;
import dev.millrace.engine.consume.EventReader;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.engine.key.KeyReader;
import dev.millrace.engine.time.EventTimeReader;
import dev.millrace.engine.watermark.WatermarkClock;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.spec.ErrorPolicy;

/**
 * Stage one of a re-keyed function, for one source partition (rule R1): reads event time and key of
 * each record and sends it where its key lives, with the source's watermark. The key is the event's
 * where the function says how to read it, else the record's own (R5). Its only state is that
 * watermark; rejections by the clock need no decision, because they are committed with the offsets.
 */
public final class RekeyTask<E> {
  private final int partition;
  private final ErrorPolicy onError;
  private final EventReader<E> events;
  private final KeyReader<E> keys;
  private final EventTimeReader<E> times;
  private final WatermarkClock watermark;
  private final RekeyOutput out;
  private long records;
  private final Tally<RejectReason> rejected = new Tally<>(RejectReason.class);

  /**
   * @param partition for messages
   * @param restoredWatermarkMs the watermark at the committed offset; {@code Long.MIN_VALUE} for a
   *     partition that is read from its start
   */
  public RekeyTask(
      FunctionDefinition<E, ?, ?> definition,
      int partition,
      long restoredWatermarkMs,
      RekeyOutput out) {
    KeyExtractor<E> extractor = definition.key();
    this.partition = partition;
    this.onError = definition.spec().onError();
    this.events = new EventReader<>(definition.decoder());
    this.keys = extractor == null ? KeyReader.ofRecord() : KeyReader.ofEvent(extractor);
    this.times = new EventTimeReader<>(definition.eventTime(), definition.spec().time());
    this.watermark = new WatermarkClock(definition.spec().time().outOfOrdernessMs());
    this.watermark.restore(restoredWatermarkMs);
    this.out = out;
  }

  /** Watermark of the source partition. */
  public long watermarkMs() {
    return watermark.watermarkMs();
  }

  /** Records read, whatever became of them. */
  public long records() {
    return records;
  }

  /** Records rejected for a reason. */
  public long rejected(RejectReason reason) {
    return rejected.get(reason);
  }

  /**
   * Forwards or rejects a record.
   *
   * @param nowMs the wall clock, read once per poll
   * @throws StopException if the record is to be rejected and the function stops then
   */
  public void process(InputRecord record, long nowMs) {
    try {
      E event = events.read(record);
      byte[] key = keys.read(event, record);
      long timeMs = times.read(event, record);
      if (times.isTooFarAhead(timeMs, nowMs)) {
        throw times.tooFarAhead(timeMs, nowMs);
      }
      watermark.observe(timeMs);
      out.forward(key, record, watermark.watermarkMs());
    } catch (RejectedException e) {
      reject(record, e);
    }
    records++;
  }

  private void reject(InputRecord record, RejectedException e) {
    String message = String.valueOf(e.getMessage());
    if (onError == ErrorPolicy.STOP) {
      throw new StopException(partition, record.offset(), e.reason(), message, e.getCause());
    }
    rejected.add(e.reason());
    out.reject(record, e.reason(), message, e.getCause());
  }
}
