package dev.millrace.bench.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * An event. All runners read it in the same way, which is the fastest that Jackson has: a parser of
 * tokens, no binding.
 *
 * @param user its key
 * @param atMs its time, in epoch milliseconds
 */
public record Purchase(String user, long atMs, int amount) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Reads the fields that are needed.
   *
   * @throws IOException if it is no JSON object
   */
  public static Purchase parse(byte[] bytes) throws IOException {
    String user = "";
    long atMs = 0;
    int amount = 0;
    try (JsonParser parser = JSON.createParser(bytes)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String field = parser.currentName();
        parser.nextToken();
        switch (field) {
          case "user" -> user = parser.getText();
          case "at" -> atMs = parser.getLongValue();
          case "amount" -> amount = parser.getIntValue();
          default -> parser.skipChildren();
        }
      }
    }
    return new Purchase(user, atMs, amount);
  }
}
