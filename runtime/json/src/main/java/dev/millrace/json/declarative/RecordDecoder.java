package dev.millrace.json.declarative;

import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain JSON into a {@link FlatRecord}, without Jackson: only the fields that it has, each
 * straight from the bytes. Whatever is less than plain, a field that is missing, null or of another
 * type included, is left to Jackson, from its beginning; so what is read, and what is refused with
 * which message, is the same either way.
 *
 * @param <E> the record
 */
public final class RecordDecoder<E> implements Decoder<E> {
  private final Constructor<E> constructor;
  private final Class<?>[] types;
  private final FieldTree root;
  private final SeenNames names = new SeenNames();
  private final Decoder<E> other;

  private RecordDecoder(FlatRecord<E> shape, Decoder<E> other) {
    this.constructor = shape.constructor();
    this.other = other;
    Fields fields = new Fields();
    List<Method> accessors = shape.accessors();
    this.types = new Class<?>[accessors.size()];
    for (int i = 0; i < types.length; i++) {
      // In the order of parameters, so that slots are arguments.
      String name = accessors.get(i).getName();
      fields.slot(new FieldPath(name, List.of(name)));
      types[i] = shape.boxed(i);
    }
    this.root = fields.root();
  }

  /**
   * A decoder for a type, or the other one if it is no flat record.
   *
   * @param other reads any JSON of the type
   */
  public static <E> Decoder<E> of(Type type, Decoder<E> other) {
    FlatRecord<E> shape = FlatRecord.of(type);
    return shape == null ? other : new RecordDecoder<>(shape, other);
  }

  @Override
  public E decode(byte[] value) throws DecodeException {
    JsonEvent event = PlainJson.readFlat(value, root, types.length, names);
    E made = event == null ? null : make(event);
    return made == null ? other.decode(value) : made;
  }

  private @Nullable E make(JsonEvent event) {
    @Nullable Object[] values = event.values();
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (types[i] == Integer.class && value instanceof Long whole) {
        if (whole != whole.intValue()) {
          return null;
        }
        value = whole.intValue();
        values[i] = value;
      }
      if (value == null || value.getClass() != types[i]) {
        return null;
      }
    }
    try {
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      // The constructor refuses the values; the other way says so as it always does.
      return null;
    }
  }
}
