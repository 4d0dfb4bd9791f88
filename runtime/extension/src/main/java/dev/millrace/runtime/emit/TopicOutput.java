package dev.millrace.runtime.emit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.Pane;
import dev.millrace.engine.PaneFailure;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskOutput;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes the outputs of a partition to the function's topics. What is too large for a record goes
 * to the dead letters as a reference, for sending it again could never succeed (case K10).
 */
public final class TopicOutput implements TaskOutput {
  private static final int MAX_ERROR_CHARS = 1_000;

  private final OutputTransaction transaction;
  private final Topics topics;
  private final IntFunction<TopicPartition> sources;
  private final byte[] function;
  private final PaneHeaders paneHeaders;
  private final ResultHeaders resultHeaders;
  private final boolean stopsOnFailure;
  private final AtomicLong oversized;
  private long sent;

  /**
   * Writes into a transaction.
   *
   * @param sources the log of a source, by its number
   * @param stopsOnFailure a pane that cannot be made stops the partition
   * @param oversized counts panes and records that were too large; outlives this output
   */
  public TopicOutput(
      OutputTransaction transaction,
      Topics topics,
      IntFunction<TopicPartition> sources,
      String function,
      boolean stopsOnFailure,
      AtomicLong oversized) {
    this.stopsOnFailure = stopsOnFailure;
    this.oversized = oversized;
    this.transaction = transaction;
    this.topics = topics;
    this.sources = sources;
    this.function = function.getBytes(UTF_8);
    this.paneHeaders = new PaneHeaders(function);
    this.resultHeaders = new ResultHeaders(function);
  }

  /** Records sent so far. */
  public long sent() {
    return sent;
  }

  @Override
  public void pane(Pane pane) {
    List<Header> headers = paneHeaders.of(pane);
    var record =
        new ProducerRecord<>(topics.panes(), null, null, pane.key(), pane.value(), headers);
    long bytes = RecordSize.upperBound(pane.key(), pane.value(), paneHeaders.bytes());
    if (bytes <= transaction.maxRecordBytes(record.topic())) {
      sent++;
      transaction.send(record, bytes);
    } else {
      sendReference(record, "pane_too_large");
    }
  }

  @Override
  public void result(
      InputRecord input, int index, byte @Nullable [] key, byte[] value, long timeMs) {
    List<Header> headers = resultHeaders.of(input, index);
    var record = new ProducerRecord<>(topics.panes(), null, timeMs, key, value, headers);
    long bytes = RecordSize.upperBound(key, value, RecordSize.upperBound(headers));
    if (bytes <= transaction.maxRecordBytes(record.topic())) {
      sent++;
      transaction.send(record, bytes);
    } else {
      sendReference(record, "result_too_large");
    }
  }

  @Override
  public void late(InputRecord input, long eventTimeMs, long watermarkMs) {
    var record = new ProducerRecord<>(topics.late(), input.key(), input.value());
    Headers h = source(record, input);
    h.add(HeaderNames.EVENT_TIME, text(eventTimeMs));
    h.add(HeaderNames.WATERMARK, text(watermarkMs));
    if (fits(record)) {
      send(record);
    } else {
      sendReference(record, "late_too_large");
    }
  }

  @Override
  public void reject(
      InputRecord input, RejectReason reason, String message, @Nullable Throwable cause) {
    var record = new ProducerRecord<>(topics.deadLetters(), input.key(), input.value());
    Headers h = source(record, input);
    h.add(HeaderNames.ERROR, error(message, cause));
    if (fits(record)) {
      h.add(HeaderNames.REASON, reason.label().getBytes(UTF_8));
      send(record);
    } else {
      sendReference(record, reason.label());
    }
  }

  @Override
  public void failed(PaneFailure failure) {
    if (stopsOnFailure) {
      TaskOutput.super.failed(failure);
    }
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            topics.deadLetters(), null, null, failure.key(), null, paneHeaders.of(failure));
    Headers h = record.headers();
    h.add(HeaderNames.REASON, "pane_failed".getBytes(UTF_8));
    h.add(HeaderNames.ERROR, error("The function failed to finish a pane.", failure.cause()));
    send(record);
  }

  /**
   * A record that cannot be passed on, however often it is tried: a reference to it goes to the
   * dead letters, so that the records behind it go on.
   */
  public void tooLarge(InputRecord input) {
    var record = new ProducerRecord<>(topics.deadLetters(), input.key(), input.value());
    source(record, input)
        .add(
            HeaderNames.ERROR,
            error(
                "Expected a record that the producer may send, but it is too large: maxBytes="
                    + transaction.maxRecordBytes(topics.rekey())
                    + ". Raise max.request.size and the topic's max.message.bytes.",
                null));
    sendReference(record, "record_too_large");
  }

  private Headers source(ProducerRecord<byte[], byte[]> record, InputRecord input) {
    Headers h = record.headers();
    h.add(HeaderNames.FUNCTION, function);
    TopicPartition source = sources.apply(input.source());
    h.add(HeaderNames.SOURCE_TOPIC, source.topic().getBytes(UTF_8));
    h.add(HeaderNames.SOURCE_PARTITION, text(source.partition()));
    h.add(HeaderNames.SOURCE_OFFSET, text(input.sourceOffset()));
    return h;
  }

  /** The headers name what is missing; the key stays if it is not the large part. */
  private void sendReference(ProducerRecord<byte[], byte[]> large, String reason) {
    oversized.incrementAndGet();
    byte[] value = large.value();
    byte[] key = large.key();
    boolean keepsKey =
        key == null || key.length < transaction.maxRecordBytes(topics.deadLetters()) / 2;
    ProducerRecord<byte[], byte[]> reference =
        new ProducerRecord<>(
            topics.deadLetters(), null, null, keepsKey ? key : null, null, large.headers());
    reference.headers().add(HeaderNames.REASON, reason.getBytes(UTF_8));
    reference.headers().add(HeaderNames.VALUE_BYTES, text(value == null ? 0 : value.length));
    send(reference);
  }

  /** Whether the producer may send the record. */
  public boolean fits(ProducerRecord<byte[], byte[]> record) {
    return RecordSize.upperBound(record) <= transaction.maxRecordBytes(record.topic());
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    sent++;
    transaction.send(record);
  }

  private static byte[] error(String message, @Nullable Throwable cause) {
    String text = cause == null ? message : message + " (" + cause + ")";
    return text.substring(0, Math.min(text.length(), MAX_ERROR_CHARS)).getBytes(UTF_8);
  }

  private static byte[] text(long value) {
    return Long.toString(value).getBytes(UTF_8);
  }
}
