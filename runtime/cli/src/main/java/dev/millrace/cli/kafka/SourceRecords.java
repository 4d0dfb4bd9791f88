package dev.millrace.cli.kafka;

import dev.millrace.cli.CliException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Records of input topics that a function did not process, as its late and dead-letter topics name
 * them, each with the reason.
 */
public final class SourceRecords {
  private static final String LATE = "late";

  private final Map<Position, String> reasons = new HashMap<>();
  private final Map<Position, Long> watermarks = new HashMap<>();

  private record Position(String topic, int partition, long offset) {}

  /** Notes a record of the dead-letter topic. */
  public void addRejected(ConsumerRecord<byte[], byte[]> letter) {
    add(letter, text(letter, "millrace-reason"));
  }

  /** Notes a record of the late topic. */
  public void addLate(ConsumerRecord<byte[], byte[]> letter) {
    watermarks.put(add(letter, LATE), number(letter, "millrace-watermark"));
  }

  /** Event time of a late record, as the function has written it beside the record. */
  public static long eventTimeMs(ConsumerRecord<byte[], byte[]> letter) {
    return number(letter, "millrace-event-time");
  }

  /** The watermark that a late record met, as the function has written it beside the record. */
  public static long watermarkMs(ConsumerRecord<byte[], byte[]> letter) {
    return number(letter, "millrace-watermark");
  }

  /** The watermark written beside a late record of that place; {@code Long.MIN_VALUE} if none. */
  public long watermarkMs(String topic, int partition, long offset) {
    return watermarks.getOrDefault(new Position(topic, partition, offset), Long.MIN_VALUE);
  }

  private Position add(ConsumerRecord<byte[], byte[]> letter, String reason) {
    try {
      String topic = text(letter, "millrace-source-topic");
      int partition = Integer.parseInt(text(letter, "millrace-source-partition"));
      long offset = Long.parseLong(text(letter, "millrace-source-offset"));
      Position position = new Position(topic, partition, offset);
      reasons.put(position, reason);
      return position;
    } catch (NumberFormatException e) {
      throw foreign(letter, e);
    }
  }

  private static long number(ConsumerRecord<byte[], byte[]> letter, String header) {
    try {
      return Long.parseLong(text(letter, header));
    } catch (NumberFormatException e) {
      throw foreign(letter, e);
    }
  }

  private static CliException foreign(
      ConsumerRecord<byte[], byte[]> letter, NumberFormatException e) {
    return new CliException(
        "Expected a record that says where it comes from, but found another: topic="
            + letter.topic()
            + ", partition="
            + letter.partition()
            + ", offset="
            + letter.offset()
            + ". Is it the function's late or dead-letter topic?",
        e);
  }

  /** Why the record was not processed; empty if it was. */
  public String reason(String topic, int partition, long offset) {
    return reasons.getOrDefault(new Position(topic, partition, offset), "");
  }

  /** Whether a reason says "too late". */
  public static boolean isLate(String reason) {
    return reason.equals(LATE);
  }

  private static String text(ConsumerRecord<byte[], byte[]> letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return header == null || header.value() == null
        ? ""
        : new String(header.value(), StandardCharsets.UTF_8);
  }
}
