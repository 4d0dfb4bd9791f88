package dev.millrace.bench.flink;

import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple3;

/** The total of a window, added up as events come. */
final class Total implements AggregateFunction<Tuple3<String, Long, Integer>, Long, Long> {
  private static final long serialVersionUID = 1;

  private final Shape shape;

  Total(Shape shape) {
    this.shape = shape;
  }

  @Override
  public Long createAccumulator() {
    return 0L;
  }

  @Override
  public Long add(Tuple3<String, Long, Integer> event, Long total) {
    return total + shape.value(new Purchase(event.f0, event.f1, event.f2));
  }

  @Override
  public Long getResult(Long total) {
    return total;
  }

  @Override
  public Long merge(Long one, Long other) {
    return one + other;
  }
}
