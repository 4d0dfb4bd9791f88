package dev.millrace.functions.state;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The state types there are, and how to put them together. All are stateless and shared. */
public final class StateTypes {

  private StateTypes() {}

  public static StateType<Boolean> booleans() {
    return Scalars.BOOLEAN;
  }

  public static StateType<Integer> ints() {
    return Scalars.INT;
  }

  public static StateType<Long> longs() {
    return Scalars.LONG;
  }

  public static StateType<Double> doubles() {
    return Scalars.DOUBLE;
  }

  public static StateType<String> strings() {
    return Scalars.STRING;
  }

  public static StateType<byte[]> bytes() {
    return Scalars.BYTES;
  }

  public static StateType<BigInteger> bigIntegers() {
    return Scalars.BIG_INTEGER;
  }

  /** Exact decimals with their scale: 1.0 and 1.00 are different values. */
  public static StateType<BigDecimal> bigDecimals() {
    return Scalars.BIG_DECIMAL;
  }

  public static StateType<Instant> instants() {
    return Scalars.INSTANT;
  }

  public static StateType<Duration> durations() {
    return Scalars.DURATION;
  }

  public static StateType<LocalDate> dates() {
    return Scalars.DATE;
  }

  public static StateType<UUID> uuids() {
    return Scalars.UUID_TYPE;
  }

  /** An enum, given its {@code values()}. */
  public static <E extends Enum<E>> StateType<E> enums(List<E> constants) {
    return new EnumType<>(constants);
  }

  /** A list in its order; read back as an {@code ArrayList}. */
  public static <T> StateType<List<T>> lists(StateType<T> element) {
    return new CollectionType<T, List<T>>("list", ValueType.of(element), ArrayList::new, false);
  }

  /** A set without order, written sorted by its elements' bytes. */
  public static <T> StateType<Set<T>> sets(StateType<T> element) {
    return new CollectionType<T, Set<T>>("set", ValueType.of(element), LinkedHashSet::new, true);
  }

  /** A map without order, written sorted by its keys' bytes. */
  public static <K, V> StateType<Map<K, V>> maps(StateType<K> keys, StateType<V> values) {
    return new MapType<>("map", ValueType.of(keys), ValueType.of(values), LinkedHashMap::new, true);
  }

  /** A value or null. */
  public static <T> StateType<@Nullable T> nullable(StateType<T> type) {
    return new NullableType<>(ValueType.of(type));
  }

  /**
   * Starts the description of an object by its fields.
   *
   * @param name for messages; if it begins with {@code @}, state of another name is incompatible
   *     even if its fields fit
   */
  public static <T> ObjectBuilder<T> object(String name) {
    return new ObjectBuilder<>(name);
  }

  /** The fields of an object, in the order in which they are written. */
  public static final class ObjectBuilder<T> {
    private final String name;
    private final List<StructType.FieldType<T, ?>> fields = new ArrayList<>();

    private ObjectBuilder(String name) {
      this.name = name;
    }

    /** A field and how to read it. */
    public <F extends @Nullable Object> ObjectBuilder<T> field(
        String fieldName, StateType<F> type, Function<T, F> get) {
      fields.add(new StructType.FieldType<>(fieldName, ValueType.of(type), get));
      return this;
    }

    /**
     * The type of an object that nobody sees half-changed (rule E1).
     *
     * @param create makes an object of the values of its fields, boxed, in order
     */
    public StateType<T> atomic(Function<@Nullable Object[], T> create) {
      return new StructType<>(name, fields, create, true);
    }

    /** The type of an object that a failing function may have changed in part (rule E1). */
    public StateType<T> mutable(Function<@Nullable Object[], T> create) {
      return new StructType<>(name, fields, create, false);
    }
  }

  /**
   * Derives the state type of a type.
   *
   * <p>References may be null inside a record, not as elements or keys. A declared {@code List},
   * {@code LinkedHashSet} or {@code LinkedHashMap} keeps its order; {@code SortedSet} and {@code
   * SortedMap} have the natural one; {@code Set} and {@code Map} have none, so a function must not
   * depend on it.
   *
   * @throws UnsupportedStateException if it, or a part of it, cannot be stored; the message says
   *     which part and what to do
   */
  public static StateType<?> derive(TypeRef type, StateShapes shapes) {
    return new Derivation(shapes).derive(type);
  }

  static @Nullable ValueType<?> collection(String className, ValueType<?> element) {
    return switch (className) {
      case "java.util.List", "java.util.ArrayList", "java.util.Collection" -> listOf(element);
      case "java.util.Set" -> setOf(element, LinkedHashSet::new, "set", true);
      case "java.util.HashSet" -> setOf(element, HashSet::new, "set", true);
      case "java.util.LinkedHashSet" -> setOf(element, LinkedHashSet::new, "list", false);
      case "java.util.SortedSet", "java.util.NavigableSet", "java.util.TreeSet" ->
          setOf(element, capacity -> new TreeSet<>(), "list", false);
      default -> null;
    };
  }

  static @Nullable ValueType<?> map(String className, ValueType<?> keys, ValueType<?> values) {
    return switch (className) {
      case "java.util.Map" -> mapOf(keys, values, LinkedHashMap::new, "map", true);
      case "java.util.HashMap" -> mapOf(keys, values, HashMap::new, "map", true);
      case "java.util.LinkedHashMap" -> mapOf(keys, values, LinkedHashMap::new, "entries", false);
      case "java.util.SortedMap", "java.util.NavigableMap", "java.util.TreeMap" ->
          mapOf(keys, values, TreeMap::new, "entries", false);
      default -> null;
    };
  }

  private static <T> ValueType<?> listOf(ValueType<T> element) {
    return new CollectionType<T, ArrayList<T>>("list", element, ArrayList::new, false);
  }

  private static <T> ValueType<?> setOf(
      ValueType<T> element,
      java.util.function.IntFunction<Collection<T>> factory,
      String name,
      boolean sorted) {
    return new CollectionType<T, Collection<T>>(name, element, factory, sorted);
  }

  private static <K, V> ValueType<?> mapOf(
      ValueType<K> keys,
      ValueType<V> values,
      java.util.function.Supplier<Map<K, V>> factory,
      String name,
      boolean sorted) {
    return new MapType<>(name, keys, values, factory, sorted);
  }
}
