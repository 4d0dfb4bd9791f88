package dev.millrace.json.declarative;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the needed fields of a JSON object in one pass, without building a tree; what is not needed
 * is passed over, but must be JSON. Numbers stay exact. Jackson reads what {@link PlainJson} does
 * not.
 */
final class JsonEventDecoder implements Decoder<JsonEvent> {
  private final JsonFactory factory = new JsonFactory();
  private final FieldTree root;
  private final int slots;

  JsonEventDecoder(Fields fields) {
    this.root = fields.root();
    this.slots = fields.count();
  }

  @Override
  public JsonEvent decode(byte[] value) throws DecodeException {
    JsonEvent plain = PlainJson.read(value, root, slots);
    return plain == null ? decodeByJackson(value) : plain;
  }

  /** Reads any JSON, and says what is wrong with what is none. */
  JsonEvent decodeByJackson(byte[] value) throws DecodeException {
    JsonEvent event = new JsonEvent(slots);
    boolean[] seen = new boolean[slots];
    try (JsonParser parser = factory.createParser(value)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new DecodeException(
            "Expected a JSON object, but it is none: bytes=" + value.length + ".", null);
      }
      readObject(parser, root, event, seen);
      if (parser.nextToken() != null) {
        throw at(parser, "Expected one JSON object, but something follows it");
      }
      return event;
    } catch (JsonProcessingException e) {
      throw malformed(e);
    } catch (IOException e) {
      throw new DecodeException("Expected JSON, but its bytes cannot be read.", e);
    }
  }

  private static void readObject(JsonParser parser, FieldTree node, JsonEvent event, boolean[] seen)
      throws IOException, DecodeException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      FieldTree child = node.field(parser.currentName());
      parser.nextToken();
      read(parser, child, event, seen);
    }
  }

  private static void readArray(JsonParser parser, FieldTree node, JsonEvent event, boolean[] seen)
      throws IOException, DecodeException {
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      read(parser, node.element(i), event, seen);
    }
  }

  private static void read(
      JsonParser parser, @Nullable FieldTree node, JsonEvent event, boolean[] seen)
      throws IOException, DecodeException {
    if (node == null) {
      parser.skipChildren();
      return;
    }
    boolean isStruct = parser.currentToken().isStructStart();
    if (node.slot() != FieldTree.NO_SLOT) {
      if (seen[node.slot()]) {
        throw at(parser, "Expected each field once, but one is repeated: path=" + node.path());
      }
      if (isStruct) {
        throw at(
            parser, "Expected a single value, but it is an object or a list: path=" + node.path());
      }
      seen[node.slot()] = true;
      event.value(node.slot(), scalar(parser, node));
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      readObject(parser, node, event, seen);
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      readArray(parser, node, event, seen);
    }
  }

  private static @Nullable Object scalar(JsonParser parser, FieldTree node)
      throws IOException, DecodeException {
    try {
      return JsonScalars.read(parser);
    } catch (ArithmeticException | NumberFormatException e) {
      throw at(parser, "Expected a number, but its exponent is out of range: path=" + node.path());
    }
  }

  private static DecodeException at(JsonParser parser, String message) {
    return new DecodeException(
        message
            + ", line="
            + parser.currentTokenLocation().getLineNr()
            + ", column="
            + parser.currentTokenLocation().getColumnNr()
            + ".",
        null);
  }

  private static DecodeException malformed(JsonProcessingException e) {
    return new DecodeException(
        "Expected JSON, but it is malformed: line="
            + e.getLocation().getLineNr()
            + ", column="
            + e.getLocation().getColumnNr()
            + ".",
        null);
  }
}
