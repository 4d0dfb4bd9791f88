package dev.millrace.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.json.declarative.RecordDecoder;
import dev.millrace.json.declarative.RecordEncoder;
import java.io.IOException;
import java.lang.reflect.Type;

/**
 * JSON by Jackson: unknown fields are ignored, numbers stay exact, instants are ISO-8601, and equal
 * results give equal bytes (fields in the order of a record's components, maps sorted by key).
 */
public final class JsonCodecProvider implements CodecProvider {
  private final ObjectMapper mapper;

  /** Whether the mapper is as we know it, so that flat records can do without it. */
  private final boolean isStandard;

  public JsonCodecProvider() {
    this(JsonMappers.standard(), true);
  }

  /** With a mapper configured by the application. */
  public JsonCodecProvider(ObjectMapper mapper) {
    this(mapper, false);
  }

  private JsonCodecProvider(ObjectMapper mapper, boolean isStandard) {
    this.mapper = mapper;
    this.isStandard = isStandard;
  }

  @Override
  public String name() {
    return "json";
  }

  @Override
  public boolean supports(Type type) {
    return true;
  }

  @Override
  public <E> Decoder<E> decoder(Type type) {
    JavaType javaType = mapper.constructType(type);
    ObjectReader reader = mapper.readerFor(javaType);
    Decoder<E> any = value -> decode(reader, javaType, value);
    return isStandard ? RecordDecoder.of(type, any) : any;
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // the reader was made for that very type
  private static <E> E decode(ObjectReader reader, JavaType type, byte[] value)
      throws DecodeException {
    E event;
    try {
      event = reader.readValue(value);
    } catch (IOException | ArithmeticException | NumberFormatException e) {
      // The latter two of numbers whose exponent is out of range.
      throw JsonErrors.undecodable(type.toCanonical(), e);
    }
    if (event == null) {
      throw new DecodeException(
          "Expected JSON of an event, but it is null: type=" + type.toCanonical() + ".", null);
    }
    return event;
  }

  @Override
  public <R> Encoder<R> encoder(Type type) {
    ObjectWriter writer = mapper.writerFor(mapper.constructType(type));
    Encoder<R> any = result -> encode(writer, type, result);
    return isStandard ? RecordEncoder.of(type, any) : any;
  }

  private static byte[] encode(ObjectWriter writer, Type type, Object result) {
    try {
      return writer.writeValueAsBytes(result);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "Expected a result that can be written as JSON, but it cannot: type="
              + type.getTypeName()
              + ". Make it a record of simple values.",
          e);
    }
  }
}
