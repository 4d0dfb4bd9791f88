package dev.millrace.bench.engine;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A partition of a workload, and the events for it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseSerialGC"})
@SuppressWarnings("NullAway.Init") // set up by JMH
public abstract class PartitionBench {
  static final int RECORDS = 10_000;

  /** The workload. */
  @Param public Shape shape = Shape.TUMBLING;

  /** How many keys, with equal probability. */
  @Param("25000")
  public int users;

  /** How often a sliding window of an hour starts. */
  @Param("300s")
  public String slide;

  Machine machine;
  Events events;

  /** Makes the partition; of sliding windows, one with all the slices that a window has. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    machine = new Machine(shape.document("30s", slide));
    events = new Events(users);
    if (shape == Shape.SLIDING) {
      for (int i = 0; i < Events.PER_HOUR; i++) {
        machine.process(events.next(), events.json());
      }
    }
  }

  /** Gives all up. */
  @TearDown(Level.Trial)
  public void close() {
    machine.close();
  }
}
