package dev.millrace.engine;

import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.codec.Decoder;
import dev.millrace.functions.codec.Encoder;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.time.EventTimeExtractor;
import org.jspecify.annotations.Nullable;

/**
 * A function ready to run: its settings and its code, however it was written (annotated class,
 * document, by hand in a test).
 *
 * @param key null where the record's own key is the key
 */
public record FunctionDefinition<E, A, R>(
    FunctionSpec spec,
    Decoder<E> decoder,
    Encoder<R> encoder,
    EventTimeExtractor<E> eventTime,
    @Nullable KeyExtractor<E> key,
    WindowFunction<E, A, R> function,
    StateType<A> stateType) {

  /** The same code with other settings. */
  public FunctionDefinition<E, A, R> withSpec(FunctionSpec other) {
    return new FunctionDefinition<>(other, decoder, encoder, eventTime, key, function, stateType);
  }

  /** The same with another way to read the key. */
  public FunctionDefinition<E, A, R> withKey(@Nullable KeyExtractor<E> other) {
    return new FunctionDefinition<>(spec, decoder, encoder, eventTime, other, function, stateType);
  }
}
