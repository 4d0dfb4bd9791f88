package dev.millrace.json.declarative;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.millrace.functions.aggregate.DistinctCount;
import dev.millrace.functions.codec.Encoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes results: {@code
 * {"key":"B6","windowStart":"2013-01-01T10:00:00Z","windowEnd":…,"flights":2}}. The ends of the
 * global window are null.
 */
final class JsonRowEncoder implements Encoder<JsonRow> {
  private final JsonFactory factory = new JsonFactory();
  private final List<String> names;
  private final boolean keyIsArray;
  private final boolean epochTimes;

  JsonRowEncoder(List<String> names, boolean keyIsArray, boolean epochTimes) {
    this.names = List.copyOf(names);
    this.keyIsArray = keyIsArray;
    this.epochTimes = epochTimes;
  }

  @Override
  public byte[] encode(JsonRow row) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
    try (JsonGenerator json = factory.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeFieldName("key");
      if (keyIsArray) {
        json.writeRawValue(row.keyText());
      } else {
        json.writeString(row.keyText());
      }
      json.writeFieldName("windowStart");
      writeTime(json, row.startMs(), row.startMs() == Long.MIN_VALUE);
      json.writeFieldName("windowEnd");
      writeTime(json, row.endMs(), row.endMs() == Long.MAX_VALUE);
      for (int i = 0; i < names.size(); i++) {
        json.writeFieldName(names.get(i));
        writeValue(json, row.values()[i]);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("Expected a result that can be written, but it failed.", e);
    }
    return bytes.toByteArray();
  }

  private void writeTime(JsonGenerator json, long ms, boolean isUnbounded) throws IOException {
    if (isUnbounded) {
      json.writeNull();
    } else if (epochTimes) {
      json.writeNumber(ms);
    } else {
      json.writeString(Instant.ofEpochMilli(ms).toString());
    }
  }

  private static void writeValue(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof BigInteger number) {
      json.writeNumber(number);
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof DistinctCount distinct) {
      json.writeStartObject();
      json.writeNumberField("count", distinct.count());
      json.writeBooleanField("atLeast", distinct.atLeast());
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        writeValue(json, item);
      }
      json.writeEndArray();
    } else {
      json.writeString(value.toString());
    }
  }
}
