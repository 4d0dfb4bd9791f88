package dev.millrace.bench.engine;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How much does a record of W1, W2 and W3 cost from its bytes to the bytes of its panes, with state
 * on RocksDB and checkpoints, but without Kafka?
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
@Warmup(iterations = 3)
@Measurement(iterations = 3)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class StreamBench {
  private static final int RECORDS = 10_000;
  private static final int USERS = 25_000;

  /** The workload. */
  @Param public Shape shape = Shape.TUMBLING;

  private Machine machine;
  private Events events;

  /** Makes the partition. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    machine = new Machine(shape.document("30s"));
    events = new Events(USERS);
  }

  /** Processes some records. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long records() {
    for (int i = 0; i < RECORDS; i++) {
      machine.process(events.next(), events.json());
    }
    return machine.panes();
  }

  /** Gives all up. */
  @TearDown(Level.Trial)
  public void close() {
    machine.close();
  }
}
