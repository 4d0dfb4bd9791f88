package dev.millrace.avro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.functions.codec.DecodeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.jspecify.annotations.Nullable;

/**
 * Finds the schema that wrote a record: by fingerprint the class' own, or one of those that the
 * application lists as earlier ones; by number one of a registry.
 *
 * <p>Earlier ones are a JSON array of schemas, in the resource {@code META-INF/avro/<full name of
 * the record>.json}.
 */
final class WriterSchemas {
  private static final String EARLIER = "META-INF/avro/";

  private final RecordClass events;
  private final Supplier<@Nullable SchemaRegistry> registries;
  private final Map<Long, Schema> byFingerprint = new HashMap<>();
  private @Nullable SchemaRegistry registry;

  /**
   * Those of a class' events.
   *
   * @param registries asked when a record first needs one
   */
  WriterSchemas(RecordClass events, Supplier<@Nullable SchemaRegistry> registries) {
    this.events = events;
    this.registries = registries;
    for (Schema earlier : earlier(events)) {
      byFingerprint.put(SchemaNormalization.parsingFingerprint64(earlier), earlier);
    }
    byFingerprint.put(SchemaNormalization.parsingFingerprint64(events.schema()), events.schema());
  }

  /** The header of single-object encoding. */
  static byte[] header(Schema schema) {
    return ByteBuffer.allocate(FramedDecoder.FINGERPRINT_HEADER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 0x01)
        .putLong(SchemaNormalization.parsingFingerprint64(schema))
        .array();
  }

  Schema byFingerprint(long fingerprint) throws DecodeException {
    Schema schema = byFingerprint.get(fingerprint);
    if (schema == null) {
      throw new DecodeException(
          "Expected a record written with a schema that is known here, but it was not: fingerprint="
              + Long.toHexString(fingerprint)
              + ", type="
              + events.name()
              + ". Add the writer's schema to "
              + resource(events)
              + " of the application.",
          null);
    }
    return schema;
  }

  /**
   * A schema of the registry.
   *
   * @throws DecodeException if it has none of that number, or none is configured
   * @throws java.io.UncheckedIOException if it cannot be asked now
   */
  Schema byNumber(int number) throws DecodeException {
    if (registry == null) {
      registry = registries.get();
    }
    if (registry == null) {
      throw new DecodeException(
          "Expected a schema registry, for the record names its schema by number, but none is"
              + " configured: schemaId="
              + number
              + ". Set "
              + SchemaRegistry.URL
              + ".",
          null);
    }
    return registry.schema(number);
  }

  private static String resource(RecordClass events) {
    return EARLIER + events.schema().getFullName() + ".json";
  }

  private static Iterable<Schema> earlier(RecordClass events) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Map<String, Schema> found = new HashMap<>();
    try (InputStream in = loader.getResourceAsStream(resource(events))) {
      if (in != null) {
        for (JsonNode schema : new ObjectMapper().readTree(in)) {
          String text = schema.toString();
          found.put(text, new Schema.Parser().parse(text));
        }
      }
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "Expected a JSON array of Avro schemas, but it cannot be read: resource="
              + resource(events)
              + ". Correct it.",
          e);
    }
    return found.values();
  }
}
