package dev.millrace.runtime.partition;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.ingest.Inbox;
import dev.millrace.runtime.ingest.LogEnds;
import dev.millrace.runtime.ingest.LogReader;
import dev.millrace.runtime.ingest.Silence;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.lane.StartTimes;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FencedException;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/**
 * What all partitions of a function share in a pod.
 *
 * @param spec the function's settings, with the pod's overrides
 * @param definitions makes the function anew for each partition, for one serves one thread
 * @param entry the function as the ledger knows it
 * @param sources which partition a source is
 * @param clients Kafka clients of the function
 * @param topics notices topics that are gone or were replaced
 * @param checkpoints checkpoints by partition
 * @param placement guards the claim of a function that its topic is already keyed
 * @param background runs what blocks: opening, uploads, deletions
 * @param startTimes of the pod
 */
public record FunctionContext(
    FunctionSpec spec,
    Supplier<FunctionDefinition<?, ?, ?>> definitions,
    FunctionSettings settings,
    RuntimeSettings runtime,
    FunctionEntry entry,
    SourceTable sources,
    Ledger ledger,
    LedgerReporter reporter,
    KafkaAccess clients,
    LogReader ingest,
    LogEnds ends,
    TopicWatch topics,
    Function<PartitionRef, PartitionCheckpoints> checkpoints,
    Executor background,
    KeyPlacement placement,
    Clocks clocks,
    StartTimes startTimes) {

  /** A function without windows has no checkpoints, wherever others have theirs (F3). */
  public FunctionContext {
    checkpoints = spec.isStateless() ? ref -> new NoCheckpoints() : checkpoints;
  }

  /** Whether the function has a re-key stage. */
  public boolean isRekeyed() {
    return entry.rekeyPartitions() > 0;
  }

  /** Whether the function keeps nothing but its position (F3). */
  boolean isStateless() {
    return spec.isStateless();
  }

  /** The log that a partition reads. */
  public TopicPartition logOf(PartitionRef ref) {
    return isRekeyed() && ref.stage() == Stage.WINDOWS
        ? new TopicPartition(settings.topics().rekey(), ref.number())
        : sources.log(ref.number());
  }

  /** Looks up in the ledger which sources there are now (R5). */
  void refreshSources() {
    FunctionEntry now = ledger.meta();
    if (now != null) {
      sources.update(now.sources());
    }
  }

  /** Whether the pod must not go on without the ledger (L4). */
  boolean isPaused() {
    return reporter.outageMs() > runtime.maxOutage().toMillis();
  }

  /** Whether an error says that another pod has the partition now. */
  boolean isFencing(@Nullable Throwable error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      if (t instanceof FencedException
          || t instanceof ProducerFencedException
          || t instanceof InvalidProducerEpochException) {
        return true;
      }
    }
    return false;
  }

  /**
   * Watches the silence of a partition from now on.
   *
   * @param silentMs how long it has been silent already
   */
  Silence silence(Inbox inbox, long silentMs) {
    return new Silence(spec.time(), inbox, ends, clocks.monotonicMs() - silentMs);
  }

  /** How long a partition has been silent when it was claimed. */
  long silentMs(Claim.Granted granted) {
    long timeoutMs = spec.time().idleTimeoutMs();
    return timeoutMs == TimeSpec.NEVER ? 0 : granted.silentMs(timeoutMs);
  }

  /** Every checkpoint of a partition has passed the offset: a re-key topic may forget (R4). */
  void passed(TopicPartition log, long offset) {
    if (isRekeyed() && log.topic().equals(settings.topics().rekey())) {
      clients.deleteBefore(log, offset);
    }
  }
}
