package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.millrace.functions.codec.Encoder;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@link FlatRecord} as Jackson does, without it. A result with a text that needs escaping
 * is left to Jackson.
 *
 * @param <R> the record
 */
public final class RecordEncoder<R> implements Encoder<R> {
  private static final int EXPECTED_BYTES = 128;
  private static final byte[] NULL = "null".getBytes(US_ASCII);
  private static final byte[] TRUE = "true".getBytes(US_ASCII);
  private static final byte[] FALSE = "false".getBytes(US_ASCII);

  private final Method[] accessors;
  private final byte[][] names;
  private final Encoder<R> other;

  private RecordEncoder(FlatRecord<R> shape, Encoder<R> other) {
    List<Method> components = shape.accessors();
    this.accessors = components.toArray(new Method[0]);
    this.names = new byte[accessors.length][];
    for (int i = 0; i < names.length; i++) {
      String name =
          new String(JsonStringEncoder.getInstance().quoteAsUTF8(accessors[i].getName()), UTF_8);
      names[i] = ((i == 0 ? "{\"" : ",\"") + name + "\":").getBytes(UTF_8);
    }
    this.other = other;
  }

  /**
   * An encoder for a type, or the other one if it is no flat record.
   *
   * @param other writes any result of the type
   */
  public static <R> Encoder<R> of(Type type, Encoder<R> other) {
    FlatRecord<R> shape = FlatRecord.of(type);
    return shape == null ? other : new RecordEncoder<>(shape, other);
  }

  @Override
  public byte[] encode(R result) {
    JsonBytes json = new JsonBytes(EXPECTED_BYTES);
    for (int i = 0; i < accessors.length; i++) {
      Object value;
      try {
        value = accessors[i].invoke(result);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        // An accessor of its own that throws; the other way says so as it always does.
        return other.encode(result);
      }
      json.raw(names[i]);
      if (!write(json, value)) {
        return other.encode(result);
      }
    }
    return json.raw('}').toByteArray();
  }

  private static boolean write(JsonBytes json, @Nullable Object value) {
    if (value instanceof String text) {
      if (!JsonBytes.isPlain(text)) {
        return false;
      }
      json.plain(text);
    } else if (value instanceof Number number) {
      json.number(number.longValue());
    } else if (value instanceof Boolean truth) {
      json.raw(truth ? TRUE : FALSE);
    } else {
      json.raw(NULL);
    }
    return true;
  }
}
