package dev.millrace.functions.model;

import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.state.TypeRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function class without problems.
 *
 * @param spec its settings
 * @param codec name of the codec asked for, or empty
 * @param eventTime where event time comes from; null if it is the Kafka timestamp
 * @param key parts of the key in order; empty for the record's key
 * @param accumulator null for an aggregate function, which brings its own state type
 */
public record ValidFunction(
    FunctionModel model,
    FunctionSpec spec,
    String codec,
    @Nullable Accessor eventTime,
    List<Accessor> key,
    TypeRef event,
    @Nullable TypeRef accumulator,
    TypeRef result) {

  public ValidFunction {
    key = List.copyOf(key);
  }
}
