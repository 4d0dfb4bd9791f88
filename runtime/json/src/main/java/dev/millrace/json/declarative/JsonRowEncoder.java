package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
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
 *
 * <p>There is a pane for every few records, so what most of them are made of is written here: whole
 * numbers, plain texts, and names and the window's ends, which are kept as bytes. The rest is left
 * to Jackson.
 */
final class JsonRowEncoder implements Encoder<JsonRow> {
  private static final int EXPECTED_BYTES = 160;
  private static final byte[] NULL = {'n', 'u', 'l', 'l'};
  private static final byte[] KEY = "{\"key\":".getBytes(UTF_8);

  private final JsonFactory factory = new JsonFactory();
  private final byte[][] names;
  private final boolean keyIsArray;
  private final boolean epochTimes;

  /** Of the last result: a window's panes come one after the other. Safe to be read in a race. */
  private WindowText lastWindow;

  private record WindowText(long startMs, long endMs, byte[] json) {}

  JsonRowEncoder(List<String> names, boolean keyIsArray, boolean epochTimes) {
    this.names = new byte[names.size()][];
    for (int i = 0; i < this.names.length; i++) {
      this.names[i] = name(names.get(i));
    }
    this.keyIsArray = keyIsArray;
    this.epochTimes = epochTimes;
    this.lastWindow = windowText(0, 0);
  }

  private static byte[] name(String name) {
    return new JsonBytes(EXPECTED_BYTES)
        .raw(',')
        .raw('"')
        .raw(JsonStringEncoder.getInstance().quoteAsUTF8(name))
        .raw('"')
        .raw(':')
        .toByteArray();
  }

  @Override
  public byte[] encode(JsonRow row) {
    JsonBytes json = new JsonBytes(EXPECTED_BYTES).raw(KEY);
    if (keyIsArray) {
      json.raw(row.keyText().getBytes(UTF_8));
    } else {
      write(json, row.keyText());
    }
    json.raw(window(row.startMs(), row.endMs()));
    for (int i = 0; i < names.length; i++) {
      json.raw(names[i]);
      write(json, row.values()[i]);
    }
    return json.raw('}').toByteArray();
  }

  private byte[] window(long startMs, long endMs) {
    WindowText text = lastWindow;
    if (text.startMs() != startMs || text.endMs() != endMs) {
      text = windowText(startMs, endMs);
      lastWindow = text;
    }
    return text.json();
  }

  private WindowText windowText(long startMs, long endMs) {
    JsonBytes json = new JsonBytes(EXPECTED_BYTES).raw(name("windowStart"));
    writeTime(json, startMs, startMs == Long.MIN_VALUE);
    json.raw(name("windowEnd"));
    writeTime(json, endMs, endMs == Long.MAX_VALUE);
    return new WindowText(startMs, endMs, json.toByteArray());
  }

  private void writeTime(JsonBytes json, long ms, boolean isUnbounded) {
    if (isUnbounded) {
      json.raw(NULL);
    } else if (epochTimes) {
      json.number(ms);
    } else {
      json.plain(Instant.ofEpochMilli(ms).toString());
    }
  }

  private void write(JsonBytes json, @Nullable Object value) {
    if (value == null) {
      json.raw(NULL);
    } else if (value instanceof Long number) {
      json.number(number);
    } else if (value instanceof String text && JsonBytes.isPlain(text)) {
      json.plain(text);
    } else {
      json.raw(byJackson(value));
    }
  }

  private byte[] byJackson(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = factory.createGenerator(bytes)) {
      writeValue(json, value);
    } catch (IOException e) {
      throw new UncheckedIOException("Expected a result that can be written, but it failed.", e);
    }
    return bytes.toByteArray();
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
