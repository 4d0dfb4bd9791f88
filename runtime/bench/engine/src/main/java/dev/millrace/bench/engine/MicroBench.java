package dev.millrace.bench.engine;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.json.declarative.DeclarativeFunctions;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One step of a record's walk, alone; with {@code -prof gc} also what it allocates. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xms512m", "-Xmx512m", "-XX:+UseSerialGC"})
public abstract class MicroBench {
  /** Of the times and numbers that a benchmark goes round in; a power of two. */
  static final int MANY = 1_024;

  /** The function of a workload, its types forgotten. */
  @SuppressWarnings("unchecked") // the parts of a function only ever meet each other
  static FunctionDefinition<Object, Object, Object> function(Shape shape) {
    return (FunctionDefinition<Object, Object, Object>)
        (FunctionDefinition<?, ?, ?>)
            DeclarativeFunctions.parse(shape.document("30s"), "bench").definition();
  }
}
