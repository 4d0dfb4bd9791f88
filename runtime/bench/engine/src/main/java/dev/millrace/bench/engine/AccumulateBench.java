package dev.millrace.bench.engine;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.accumulate.Folding;
import dev.millrace.engine.consume.RejectedException;
import dev.millrace.functions.codec.DecodeException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** What is it to add an event to an accumulator? */
public class AccumulateBench extends MicroBench {
  private final FunctionDefinition<Object, Object, Object> sum = function(Shape.TUMBLING);
  private final FunctionDefinition<Object, Object, Object> count = function(Shape.SESSION);
  private final Folding<Object, Object> sums = folding(sum);
  private final Folding<Object, Object> counts = folding(count);
  private final Object[] events = new Object[MANY];
  private Object sumSoFar = sums.create();
  private Object countSoFar = counts.create();
  private int next;

  static Folding<Object, Object> folding(FunctionDefinition<Object, Object, Object> function) {
    return new Folding<>(function.function(), function.stateType().atomic());
  }

  /** Decodes some events. */
  @Setup
  public void open() throws DecodeException {
    Events source = new Events(1);
    for (int i = 0; i < MANY; i++) {
      source.next();
      events[i] = sum.decoder().decode(source.json());
    }
  }

  private Object event() {
    next = (next + 1) & (MANY - 1);
    return events[next];
  }

  /** A sum, as of W1 and W2. */
  @Benchmark
  public Object sum() throws RejectedException {
    sumSoFar = sums.add(sumSoFar, event());
    return sumSoFar;
  }

  /** A count, as of W3. */
  @Benchmark
  public Object count() throws RejectedException {
    countSoFar = counts.add(countSoFar, event());
    return countSoFar;
  }
}
