package dev.millrace.cli.kafka;

import dev.millrace.cli.CliException;
import dev.millrace.functions.PaneKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A pane as a record of the output topic. Key and value are those of the record; all else stands in
 * headers of text.
 *
 * @param index panes of the same key and window before this one
 */
public record EmittedPane(
    KeyedWindow window, PaneKind kind, int index, boolean isFinal, byte[] value) {

  /**
   * Reads a record.
   *
   * @throws CliException if a header is missing or cannot be read
   */
  public static EmittedPane of(ConsumerRecord<byte[], byte[]> pane) {
    return new EmittedPane(
        new KeyedWindow(
            ByteBuffer.wrap(pane.key() == null ? new byte[0] : pane.key()),
            number(pane, "millrace-window-start"),
            number(pane, "millrace-window-end")),
        kind(pane),
        (int) number(pane, "millrace-pane-index"),
        Boolean.parseBoolean(text(pane, "millrace-final")),
        pane.value() == null ? new byte[0] : pane.value());
  }

  private static PaneKind kind(ConsumerRecord<byte[], byte[]> pane) {
    String label = text(pane, "millrace-pane");
    return Arrays.stream(PaneKind.values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(() -> unreadable(pane, "millrace-pane", label));
  }

  private static long number(ConsumerRecord<byte[], byte[]> pane, String name) {
    String text = text(pane, name);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw unreadable(pane, name, text);
    }
  }

  private static String text(ConsumerRecord<byte[], byte[]> pane, String name) {
    Header header = pane.headers().lastHeader(name);
    if (header == null || header.value() == null) {
      throw unreadable(pane, name, "nothing");
    }
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  private static CliException unreadable(
      ConsumerRecord<byte[], byte[]> pane, String header, String seen) {
    return new CliException(
        "Expected a pane with readable headers, but found another record: topic="
            + pane.topic()
            + ", partition="
            + pane.partition()
            + ", offset="
            + pane.offset()
            + ", "
            + header
            + "="
            + seen
            + ". Is it the function's output topic?");
  }
}
