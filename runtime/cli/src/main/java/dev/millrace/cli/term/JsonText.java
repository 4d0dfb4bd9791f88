package dev.millrace.cli.term;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/**
 * Results as JSON. The ends of {@code long}, which stand for "none" inside, become null: other
 * readers would round them to a number that means something.
 */
public final class JsonText {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .registerModule(
              new SimpleModule()
                  .addSerializer(Long.class, new Times())
                  .addSerializer(long.class, new Times()));

  private JsonText() {}

  /** A record, map or list as indented JSON. */
  public static String of(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Times extends StdSerializer<Long> {
    private static final long serialVersionUID = 1L;

    Times() {
      super(Long.class);
    }

    @Override
    public void serialize(Long value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (value == Long.MIN_VALUE || value == Long.MAX_VALUE) {
        out.writeNull();
      } else {
        out.writeNumber(value);
      }
    }
  }
}
