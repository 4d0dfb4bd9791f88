package dev.millrace.cli.kafka;

import dev.millrace.cli.CliException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Records of an input topic that a function did not process, as its late and dead-letter topics
 * name them, each with the reason.
 */
public final class SourceRecords {
  private static final String LATE = "late";

  private final Map<Position, String> reasons = new HashMap<>();

  private record Position(int partition, long offset) {}

  /** Notes a record of the dead-letter topic. */
  public void addRejected(ConsumerRecord<byte[], byte[]> letter) {
    add(letter, text(letter, "millrace-reason"));
  }

  /** Notes a record of the late topic. */
  public void addLate(ConsumerRecord<byte[], byte[]> letter) {
    add(letter, LATE);
  }

  private void add(ConsumerRecord<byte[], byte[]> letter, String reason) {
    try {
      int partition = Integer.parseInt(text(letter, "millrace-source-partition"));
      long offset = Long.parseLong(text(letter, "millrace-source-offset"));
      reasons.put(new Position(partition, offset), reason);
    } catch (NumberFormatException e) {
      throw new CliException(
          "Expected a record that says where it comes from, but found another: topic="
              + letter.topic()
              + ", partition="
              + letter.partition()
              + ", offset="
              + letter.offset()
              + ". Is it the function's late or dead-letter topic?",
          e);
    }
  }

  /** Why the record was not processed; empty if it was. */
  public String reason(int partition, long offset) {
    return reasons.getOrDefault(new Position(partition, offset), "");
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
