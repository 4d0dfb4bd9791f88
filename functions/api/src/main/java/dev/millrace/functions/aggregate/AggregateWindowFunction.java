package dev.millrace.functions.aggregate;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.WindowContext;
import org.jspecify.annotations.Nullable;

/** Runs an aggregate as a window function. */
public record AggregateWindowFunction<E, A, R>(Aggregate<E, A, R> aggregate)
    implements MergeableWindowFunction<E, A, R> {

  @Override
  public A create() {
    return aggregate.create();
  }

  @Override
  public A add(A accumulator, E event) {
    return aggregate.add(accumulator, event);
  }

  @Override
  public A merge(A left, A right) {
    return aggregate.merge(left, right);
  }

  @Override
  public @Nullable R finish(A accumulator, WindowContext context) {
    return aggregate.finish(accumulator, context);
  }
}
