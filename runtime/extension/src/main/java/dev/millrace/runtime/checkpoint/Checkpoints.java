package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.ledger.PartitionRef;

/** Where a pod keeps the checkpoints of its partitions. */
@FunctionalInterface
public interface Checkpoints {

  /**
   * The checkpoints of a partition.
   *
   * @param schema fingerprint of the accumulator's schema, noted in manifests
   */
  PartitionCheckpoints of(FunctionSettings function, PartitionRef ref, String schema);
}
