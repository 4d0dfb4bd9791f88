package dev.millrace.functions.aggregate;

import java.util.function.ToLongFunction;

/** The built-in aggregates. */
public final class Aggregates {

  private Aggregates() {}

  /** The number of events. */
  public static <T> Aggregate<T, ?, Long> count() {
    return new LongAggregate<>("Count", event -> 1);
  }

  /** The sum of longs. An event whose value makes it overflow is rejected (rule W10). */
  public static <T> Aggregate<T, ?, Long> sumLong(ToLongFunction<? super T> value) {
    return new LongAggregate<>("SumLong", value);
  }
}
