package dev.millrace.engine;

import dev.millrace.engine.FunctionCode.PerRecord;
import dev.millrace.engine.FunctionCode.Windowed;
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
    FunctionCode<E, A, R> code) {

  /**
   * Checks that windows and code go together.
   *
   * @throws IllegalArgumentException if there are windows for code without, or the other way round
   */
  public FunctionDefinition {
    if (spec.isStateless() != code instanceof PerRecord<E, A, R>) {
      throw new IllegalArgumentException(
          "Expected a function to have windows exactly where its code folds records into them, but"
              + " they do not go together: function="
              + spec.name()
              + ", window="
              + spec.window());
    }
  }

  /** A function with windows. */
  public FunctionDefinition(
      FunctionSpec spec,
      Decoder<E> decoder,
      Encoder<R> encoder,
      EventTimeExtractor<E> eventTime,
      @Nullable KeyExtractor<E> key,
      WindowFunction<E, A, R> function,
      StateType<A> stateType) {
    this(spec, decoder, encoder, eventTime, key, new Windowed<>(function, stateType));
  }

  /**
   * The code of a function with windows.
   *
   * @throws IllegalStateException if it has none
   */
  public WindowFunction<E, A, R> function() {
    return windowed().function();
  }

  /**
   * How accumulators are stored.
   *
   * @throws IllegalStateException if the function has no windows
   */
  public StateType<A> stateType() {
    return windowed().stateType();
  }

  private Windowed<E, A, R> windowed() {
    if (code instanceof Windowed<E, A, R> windowed) {
      return windowed;
    }
    throw new IllegalStateException(
        "Expected a function with windows, but it takes each record by itself: function="
            + spec.name()
            + ".");
  }

  /** The same code with other settings. */
  public FunctionDefinition<E, A, R> withSpec(FunctionSpec other) {
    return new FunctionDefinition<>(other, decoder, encoder, eventTime, key, code);
  }

  /** The same with another way to read the key. */
  public FunctionDefinition<E, A, R> withKey(@Nullable KeyExtractor<E> other) {
    return new FunctionDefinition<>(spec, decoder, encoder, eventTime, other, code);
  }
}
