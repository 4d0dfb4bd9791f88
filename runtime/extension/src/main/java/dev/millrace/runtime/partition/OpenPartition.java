package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.engine.PartitionTask;
import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.position.DecisionLog;
import dev.millrace.runtime.position.OffsetNote.Base;
import dev.millrace.state.PartitionStore;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition with windows, ready to be replayed and to go on (X3).
 *
 * @param partition that is read
 * @param from first offset to read: C, or where a fresh partition begins
 * @param replay what is to be replayed before it goes live
 * @param committed K: first offset whose outputs are not committed
 * @param base where the state came from
 * @param decisions since {@code base}, as they stand beside K
 * @param rejects records that poisoned the state in an earlier attempt (E1), at or after K
 */
record OpenPartition(
    TopicPartition partition,
    Lease lease,
    PartitionTask<?, ?, ?> task,
    PartitionStore store,
    PartitionCheckpoints checkpoints,
    OutputTransaction transaction,
    RecordFeed feed,
    long from,
    Replay replay,
    long committed,
    Base base,
    DecisionLog decisions,
    List<Decision.Reject> rejects) {

  OpenPartition {
    rejects = List.copyOf(rejects);
  }
}
