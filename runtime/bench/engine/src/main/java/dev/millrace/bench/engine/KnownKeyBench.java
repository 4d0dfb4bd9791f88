package dev.millrace.bench.engine;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How much does a record cost whose key and windows are there already, so that nothing fires, and
 * what does it allocate? With {@code -prof gc}: the decoded event, and nothing beyond it.
 */
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 3, time = 5)
public class KnownKeyBench extends PartitionBench {
  /** Processes some records. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long records() {
    for (int i = 0; i < RECORDS; i++) {
      machine.process(events.nextAtOnce(), events.json());
    }
    return machine.panes();
  }
}
