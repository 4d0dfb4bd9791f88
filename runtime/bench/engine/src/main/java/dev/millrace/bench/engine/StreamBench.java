package dev.millrace.bench.engine;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How much does a record of W1, W2 and W3 cost from its bytes to the bytes of its panes, with state
 * on RocksDB and checkpoints, but without Kafka?
 */
@Warmup(iterations = 3)
@Measurement(iterations = 3)
public class StreamBench extends PartitionBench {
  /** Processes some records. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long records() {
    for (int i = 0; i < RECORDS; i++) {
      machine.process(events.next(), events.json());
    }
    return machine.panes();
  }
}
