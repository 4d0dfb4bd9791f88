package dev.millrace.bench.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * A result: of a window, or without windows of an event, as a window without length.
 *
 * @param startMs of the window, in epoch milliseconds
 * @param endMs of the window, exclusive; of a session its last event and the gap
 */
public record Pane(String key, long startMs, long endMs, long total) {
  private static final JsonFactory JSON = new JsonFactory();

  /** The event itself, where there are no windows. */
  public static Pane of(Purchase purchase) {
    return new Pane(purchase.user(), purchase.atMs(), purchase.atMs(), purchase.amount());
  }

  /** Whether it is of an event and not of a window. */
  public boolean isOfEvent() {
    return startMs == endMs;
  }

  /** As the peers write it; Millrace writes these fields and a few more. */
  public byte[] json() {
    return ("{\"key\":\""
            + key
            + "\",\"windowStart\":"
            + startMs
            + ",\"windowEnd\":"
            + endMs
            + ",\"total\":"
            + total
            + "}")
        .getBytes(UTF_8);
  }

  /**
   * Reads what anybody wrote; other fields are passed over.
   *
   * @throws IOException if it is no JSON object
   */
  public static Pane parse(byte[] bytes) throws IOException {
    String key = "";
    long startMs = 0;
    long endMs = 0;
    long total = 0;
    try (JsonParser parser = JSON.createParser(bytes)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "key" -> key = parser.getText();
          case "windowStart" -> startMs = parser.getLongValue();
          case "windowEnd" -> endMs = parser.getLongValue();
          case "total" -> total = parser.getLongValue();
          default -> parser.skipChildren();
        }
      }
    }
    return new Pane(key, startMs, endMs, total);
  }
}
