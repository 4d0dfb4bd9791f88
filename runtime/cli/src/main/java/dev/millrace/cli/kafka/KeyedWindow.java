package dev.millrace.cli.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/**
 * A window of a key, {@code [startMs, endMs)}.
 *
 * @param key the key's bytes
 */
public record KeyedWindow(ByteBuffer key, long startMs, long endMs)
    implements Comparable<KeyedWindow> {
  private static final Comparator<KeyedWindow> ORDER =
      Comparator.comparingLong(KeyedWindow::endMs)
          .thenComparingLong(KeyedWindow::startMs)
          .thenComparing(KeyedWindow::key);

  /** The key as text (UTF-8). */
  public String keyText() {
    return StandardCharsets.UTF_8.decode(key.duplicate()).toString();
  }

  @Override
  public int compareTo(KeyedWindow other) {
    return ORDER.compare(this, other);
  }
}
