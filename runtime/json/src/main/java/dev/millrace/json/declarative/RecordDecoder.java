package dev.millrace.json.declarative;

import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.codec.Decoder;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain JSON into a record of texts, whole numbers and truth values, without Jackson: only
 * the fields that it has, each straight from the bytes. Whatever is less than plain, a field that
 * is missing, null or of another type included, is left to Jackson, from its beginning; so what is
 * read, and what is refused with which message, is the same either way.
 *
 * @param <E> the record
 */
public final class RecordDecoder<E> implements Decoder<E> {
  private static final Map<Class<?>, Class<?>> READ_AS =
      Map.of(
          String.class, String.class,
          long.class, Long.class,
          Long.class, Long.class,
          int.class, Integer.class,
          Integer.class, Integer.class,
          boolean.class, Boolean.class,
          Boolean.class, Boolean.class);

  private final Constructor<E> constructor;
  private final Class<?>[] types;
  private final FieldTree root;
  private final SeenNames names = new SeenNames();
  private final Decoder<E> other;

  private RecordDecoder(
      Constructor<E> constructor, RecordComponent[] components, Decoder<E> other) {
    this.constructor = constructor;
    this.other = other;
    Fields fields = new Fields();
    this.types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      // In the order of components, so that slots are arguments.
      fields.slot(new FieldPath(components[i].getName(), List.of(components[i].getName())));
      types[i] = READ_AS.get(components[i].getType());
    }
    this.root = fields.root();
  }

  /**
   * A decoder for a type, or the other one if it is no such record: if it has other components,
   * more than one constructor, or annotations that are not Millrace's own, which Jackson may heed.
   *
   * @param other reads any JSON of the type
   */
  @SuppressWarnings("unchecked") // the type is the one that the other one decodes
  public static <E> Decoder<E> of(Type type, Decoder<E> other) {
    if (!(type instanceof Class<?> raw) || !isFlat(raw)) {
      return other;
    }
    Constructor<E> constructor = (Constructor<E>) raw.getDeclaredConstructors()[0];
    return constructor.trySetAccessible()
        ? new RecordDecoder<>(constructor, raw.getRecordComponents(), other)
        : other;
  }

  private static boolean isFlat(Class<?> type) {
    if (!type.isRecord() || type.getDeclaredConstructors().length != 1 || isForeign(type)) {
      return false;
    }
    RecordComponent[] components = type.getRecordComponents();
    return components.length > 0
        && components.length <= JsonEvent.MOST_MARKED
        && Stream.of(type.getDeclaredConstructors()).noneMatch(RecordDecoder::isForeign)
        && Stream.of(type.getDeclaredMethods()).noneMatch(RecordDecoder::isForeign)
        && Stream.of(type.getDeclaredFields()).noneMatch(RecordDecoder::isForeign)
        && Arrays.stream(components)
            .allMatch(c -> READ_AS.containsKey(c.getType()) && !isForeign(c));
  }

  /** Whether it has an annotation that may mean something to Jackson. */
  private static boolean isForeign(AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      if (!annotation.annotationType().getName().startsWith("dev.millrace.functions.")) {
        return true;
      }
    }
    return false;
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
        value = whole.intValue();
        if (whole != whole.intValue()) {
          return null;
        }
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
