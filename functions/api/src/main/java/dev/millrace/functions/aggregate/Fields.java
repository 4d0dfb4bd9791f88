package dev.millrace.functions.aggregate;

import org.jspecify.annotations.Nullable;

/** Reads the fields of stored accumulators. */
final class Fields {

  private Fields() {}

  /** A field that the state type does not allow to be null. */
  static Object present(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException(
          "Expected a field of a stored accumulator to be there, but it is null. The state is"
              + " damaged.");
    }
    return value;
  }
}
