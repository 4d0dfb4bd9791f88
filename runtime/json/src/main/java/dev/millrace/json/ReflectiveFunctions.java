package dev.millrace.json;

import dev.millrace.engine.FunctionCode;
import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.engine.FunctionCode.Windowed;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.KeyBytes;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.AggregateWindowFunction;
import dev.millrace.functions.codec.CodecProvider;
import dev.millrace.functions.codec.Codecs;
import dev.millrace.functions.model.Accessor;
import dev.millrace.functions.model.FunctionModelValidator;
import dev.millrace.functions.model.InvalidFunctionException;
import dev.millrace.functions.model.ValidFunction;
import dev.millrace.functions.model.Validation;
import dev.millrace.functions.model.reflect.Access;
import dev.millrace.functions.model.reflect.ReflectiveModels;
import dev.millrace.functions.model.reflect.ReflectiveShapes;
import dev.millrace.functions.model.reflect.TypeArguments;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import dev.millrace.functions.state.TypeRef;
import dev.millrace.functions.time.EventTimeExtractor;
import dev.millrace.functions.time.EventTimes;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Defines functions from annotated classes by reflection: for tests and tools on the JVM. An
 * application is wired at build time instead; both go through the same model and validator.
 */
public final class ReflectiveFunctions {

  private ReflectiveFunctions() {}

  /**
   * Defines a function, with the codecs on its class path.
   *
   * @throws InvalidFunctionException if the class is refused; it lists all problems
   */
  public static FunctionDefinition<?, ?, ?> define(Class<?> functionClass) {
    return define(functionClass, Codecs.load(functionClass.getClassLoader()));
  }

  /** As {@link #define(Class)}, with codecs given. */
  public static FunctionDefinition<?, ?, ?> define(Class<?> functionClass, Codecs codecs) {
    Validation validation =
        FunctionModelValidator.validate(ReflectiveModels.describe(functionClass));
    if (validation instanceof Validation.Invalid invalid) {
      throw new InvalidFunctionException(invalid.problems());
    }
    ValidFunction valid = ((Validation.Valid) validation).function();
    Object function = Access.instance(functionClass);
    if (function instanceof AggregateFunction<?, ?> aggregate) {
      return fromAggregate(valid, function, aggregate.aggregate(), codecs);
    }
    if (function instanceof RecordFunction<?, ?> perRecord) {
      return fromRecordFunction(valid, perRecord, codecs);
    }
    return fromWindowFunction(valid, (WindowFunction<?, ?, ?>) function, codecs);
  }

  private static <E, A, R> FunctionDefinition<E, A, R> fromAggregate(
      ValidFunction valid, Object function, Aggregate<E, A, R> aggregate, Codecs codecs) {
    Type[] types = TypeArguments.of(function.getClass(), AggregateFunction.class);
    return assemble(
        valid,
        function,
        new Windowed<>(new AggregateWindowFunction<>(aggregate), aggregate.stateType()),
        types,
        codecs);
  }

  @SuppressWarnings("unchecked") // the state type is derived from the very type argument A
  private static <E, A, R> FunctionDefinition<E, A, R> fromWindowFunction(
      ValidFunction valid, WindowFunction<E, A, R> function, Codecs codecs) {
    Type[] types = TypeArguments.of(function.getClass(), WindowFunction.class);
    TypeRef accumulator = valid.accumulator();
    if (accumulator == null) {
      throw new IllegalStateException("Expected a window function's accumulator to be known.");
    }
    ClassLoader loader = function.getClass().getClassLoader();
    StateType<A> state =
        (StateType<A>) StateTypes.derive(accumulator, new ReflectiveShapes(loader));
    return assemble(valid, function, new Windowed<>(function, state), types, codecs);
  }

  private static <E, R> FunctionDefinition<E, Void, R> fromRecordFunction(
      ValidFunction valid, RecordFunction<E, R> function, Codecs codecs) {
    Type[] types = TypeArguments.of(function.getClass(), RecordFunction.class);
    return assemble(valid, function, new PerRecord<>(function), types, codecs);
  }

  private static <E, A, R> FunctionDefinition<E, A, R> assemble(
      ValidFunction valid,
      Object instance,
      FunctionCode<E, A, R> code,
      Type[] types,
      Codecs codecs) {
    Type eventType = types[0];
    Type resultType = types[types.length - 1];
    CodecProvider events = codecs.provider(valid.codec(), eventType);
    CodecProvider results = codecs.provider(valid.codec(), resultType);
    return new FunctionDefinition<>(
        valid.spec(),
        events.decoder(eventType),
        results.encoder(resultType),
        eventTime(valid.eventTime(), instance),
        key(valid.key(), instance),
        code);
  }

  private static <E> EventTimeExtractor<E> eventTime(@Nullable Accessor accessor, Object instance) {
    if (accessor == null) {
      return (event, recordTimestampMs) -> EventTimes.of(recordTimestampMs);
    }
    Access.Reader reader = Access.reader(accessor, instance);
    return (event, recordTimestampMs) -> EventTimes.ofAny(reader.read(event));
  }

  private static <E> @Nullable KeyExtractor<E> key(List<Accessor> parts, Object instance) {
    if (parts.isEmpty()) {
      return null;
    }
    List<Access.Reader> readers = parts.stream().map(p -> Access.reader(p, instance)).toList();
    if (readers.size() == 1) {
      Access.Reader reader = readers.get(0);
      return event -> KeyBytes.of(reader.read(event));
    }
    return event -> KeyBytes.composite(readers.stream().map(r -> r.read(event)).toArray());
  }
}
