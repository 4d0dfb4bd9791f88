package dev.millrace.runtime.function;

import dev.millrace.engine.FunctionCode;
import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.engine.FunctionCode.Windowed;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.AggregateWindowFunction;
import dev.millrace.functions.codec.Codecs;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import dev.millrace.functions.state.TypeRef;
import dev.millrace.runtime.FunctionSource;
import java.util.ArrayList;
import java.util.List;

/** The functions that the build steps found in the application. */
final class GeneratedFunctions implements FunctionSource {
  private final List<GeneratedFunction> functions;

  GeneratedFunctions(List<GeneratedFunction> functions) {
    this.functions = List.copyOf(functions);
  }

  @Override
  public List<FunctionDefinition<?, ?, ?>> definitions() {
    Codecs codecs = Codecs.load(Thread.currentThread().getContextClassLoader());
    List<FunctionDefinition<?, ?, ?>> definitions = new ArrayList<>();
    for (GeneratedFunction function : functions) {
      definitions.add(define(function.fresh(), codecs));
    }
    return definitions;
  }

  private static FunctionDefinition<?, ?, ?> define(GeneratedFunction generated, Codecs codecs) {
    if (generated.function() instanceof AggregateFunction<?, ?> function) {
      return ofAggregate(generated, function.aggregate(), codecs);
    }
    if (generated.function() instanceof RecordFunction<?, ?> function) {
      return assemble(generated, new PerRecord<>(function), codecs);
    }
    return ofWindowFunction(generated, (WindowFunction<?, ?, ?>) generated.function(), codecs);
  }

  private static <E, A, R> FunctionDefinition<?, ?, ?> ofAggregate(
      GeneratedFunction generated, Aggregate<E, A, R> aggregate, Codecs codecs) {
    return assemble(
        generated,
        new Windowed<>(new AggregateWindowFunction<>(aggregate), aggregate.stateType()),
        codecs);
  }

  @SuppressWarnings("unchecked") // derived from the very type argument A of the function
  private static <E, A, R> FunctionDefinition<?, ?, ?> ofWindowFunction(
      GeneratedFunction generated, WindowFunction<E, A, R> function, Codecs codecs) {
    TypeRef accumulator = generated.accumulator();
    if (accumulator == null) {
      throw new IllegalStateException(
          "Expected a window function's accumulator to be known, but it is not: function="
              + generated.spec().name()
              + ".");
    }
    StateType<A> type = (StateType<A>) StateTypes.derive(accumulator, generated.shapes());
    return assemble(generated, new Windowed<>(function, type), codecs);
  }

  @SuppressWarnings("unchecked") // the types are those of the function, checked at build time
  private static <E, A, R> FunctionDefinition<Object, A, R> assemble(
      GeneratedFunction generated, FunctionCode<E, A, R> code, Codecs codecs) {
    Decoder<Object> decoder =
        codecs.provider(generated.codec(), generated.eventType()).decoder(generated.eventType());
    Encoder<R> encoder =
        codecs.provider(generated.codec(), generated.resultType()).encoder(generated.resultType());
    return new FunctionDefinition<>(
        generated.spec(),
        decoder,
        encoder,
        generated,
        generated.hasKey() ? generated : null,
        (FunctionCode<Object, A, R>) code);
  }
}
