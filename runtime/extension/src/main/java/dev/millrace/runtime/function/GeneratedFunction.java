package dev.millrace.runtime.function;

import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.state.StateShapes;
import dev.millrace.functions.state.TypeRef;
import dev.millrace.functions.time.EventTimeExtractor;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A function class bound at build time. The implementations are generated, one per function, and
 * hold one instance of it; as that, they serve one thread at a time.
 */
public interface GeneratedFunction extends EventTimeExtractor<Object>, KeyExtractor<Object> {

  /** Another one, with a function instance of its own. */
  GeneratedFunction fresh();

  /** The instance of the function class: a window, aggregate or record function. */
  Object function();

  /** Its settings, validated at build time. */
  FunctionSpec spec();

  /** Name of the codec asked for, or empty. */
  String codec();

  /** Whether the key is read from the event; else it is the record's own. */
  boolean hasKey();

  /** Type of the events. */
  Type eventType();

  /** Type of the results. */
  Type resultType();

  /**
   * Type of the accumulators; null for an aggregate function, which brings its own, and a record
   * function, which has none.
   */
  @Nullable TypeRef accumulator();

  /** Access to the classes that the accumulator is made of. */
  StateShapes shapes();
}
