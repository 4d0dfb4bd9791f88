package dev.millrace.runtime.partition;

import static java.util.Objects.requireNonNull;

import dev.millrace.engine.Decision;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.PartitionTask;
import dev.millrace.engine.TaskOutput;
import dev.millrace.runtime.checkpoint.PartitionCheckpoints;
import dev.millrace.runtime.checkpoint.SavedCheckpoint;
import dev.millrace.runtime.config.StartFrom;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.ingest.Inbox;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stillness;
import dev.millrace.runtime.position.DecisionLog;
import dev.millrace.runtime.position.KnownPositions;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.Loss;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.position.OffsetNote.Base;
import dev.millrace.runtime.position.RefusedException;
import dev.millrace.runtime.position.StartPosition;
import dev.millrace.state.CorruptStateException;
import dev.millrace.state.PartitionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Opens a partition with windows, in the order of rule X3. */
final class WindowOpener implements PartitionOpener {
  private static final Logger LOG = Logger.getLogger(WindowOpener.class);

  private final PartitionRef ref;
  private final FunctionContext context;
  private final PartitionGauges gauges;
  private final PartitionCheckpoints checkpoints;
  private final TopicPartition log;

  WindowOpener(
      PartitionRef ref,
      FunctionContext context,
      PartitionGauges gauges,
      PartitionCheckpoints checkpoints) {
    this.ref = ref;
    this.context = context;
    this.gauges = gauges;
    this.checkpoints = checkpoints;
    this.log = context.logOf(ref);
  }

  /** A store with the state it was restored to. */
  private record Restored(PartitionStore store, @Nullable SavedCheckpoint from) {}

  @Override
  public @Nullable Opened open(Set<Decision.Reject> rejects, Events events) {
    context.topics().requireUsable();
    context.refreshSources();
    events.waits().accept("object store (list of checkpoints)");
    List<SavedCheckpoint> saved = checkpoints.newestFirst();
    events.waits().accept("ledger (lease)");
    long epochFloor = saved.stream().mapToLong(SavedCheckpoint::epoch).max().orElse(0);
    Claim claim = context.ledger().claim(ref, context.runtime().instance(), lease(), epochFloor);
    if (!(claim instanceof Claim.Granted granted)) {
      return null;
    }
    Failpoints.hit("open.claimed");
    context.reporter().hold(granted.lease(), events.fenced());
    events.waits().accept("Kafka (begin of transactions)");
    OutputTransaction transaction = null;
    try {
      transaction =
          context
              .clients()
              .open(
                  context.settings().transactionalId(ref.number()),
                  context.runtime().guarantee(),
                  context.ingest().group());
      return open(granted, transaction, rejects, events);
    } catch (RuntimeException e) {
      if (transaction != null) {
        transaction.close();
      }
      context.reporter().drop(granted.lease());
      throw e;
    }
  }

  private Opened open(
      Claim.Granted granted,
      OutputTransaction transaction,
      Set<Decision.Reject> rejects,
      Events events) {
    Failpoints.hit("open.fenced");
    events.waits().accept("object store (list of checkpoints)");
    // Only now is the old owner fenced: its last transaction and checkpoint are in, or never will.
    List<SavedCheckpoint> saved = new ArrayList<>(checkpoints.newestFirst());
    saved.sort(
        Comparator.comparingLong(SavedCheckpoint::offset)
            .thenComparingLong(SavedCheckpoint::epoch)
            .reversed());
    events.waits().accept("Kafka (offsets)");
    KnownPositions known = known(granted, saved);
    // How long a restore takes is a matter of size.
    events.waits().accept("");
    StartPosition start = StartPosition.decide(known);
    requireNoWindowsBefore(start);
    if (start.report() != null) {
      gauges.overruled.incrementAndGet();
      LOG.warnf("%s function=%s, partition=%s", start.report(), context.settings().name(), log);
    }
    long startedMs = context.clocks().monotonicMs();
    Restored restored = restore(saved, start);
    Failpoints.hit("restore.after");
    try {
      OpenPartition open = ready(granted.lease(), transaction, restored, known, start, rejects);
      gauges.restoreMs.set(context.clocks().monotonicMs() - startedMs);
      pointTo(restored.from(), granted);
      if (start.isFresh()) {
        // Where it began is a position from now on, so that it begins there only once (X6).
        Failpoints.hit("open.fresh");
        transaction.commit(log, open.from(), freshNote(open.base()).text());
      } else if (start.overrulesGroup(known) && open.committed() == start.committed()) {
        // The group says again what holds, or it could not be told from a lost ledger's next time.
        transaction.commit(log, start.committed(), requireNonNull(start.note()).text());
      }
      Inbox inbox = new Inbox(log, events.wake());
      WindowWork work =
          new WindowWork(open, context, gauges, inbox, events.wake(), context.silentMs(granted));
      return new Opened(work, granted.lease(), inbox, open.from());
    } catch (RuntimeException e) {
      restored.store().close();
      throw e;
    }
  }

  /** A name is that of one function: its windows would be forgotten in silence. */
  private void requireNoWindowsBefore(StartPosition start) {
    if (context.isStateless() && start.note() != null && start.note().base().isCheckpoint()) {
      throw new RefusedException(
          "Expected a function without windows never to have had any, but there is a checkpoint of"
              + " them: partition="
              + log
              + ", checkpointOffset="
              + start.note().base().offset()
              + ". Give it a name of its own."
              + RefusedException.START_OVER,
          null);
    }
  }

  /** A pod died between manifest and pointer: the decisions to come count from that manifest. */
  private void pointTo(@Nullable SavedCheckpoint restored, Claim.Granted granted) {
    if (restored != null && restored.offset() > granted.entry().checkpointOffset()) {
      var unused = context.reporter().point(granted.lease(), restored, Stillness.UNKNOWN);
    }
  }

  private KnownPositions known(Claim.Granted granted, List<SavedCheckpoint> saved) {
    OffsetAndMetadata group = context.clients().groupOffset(log);
    return new KnownPositions(
        group == null ? KnownPositions.NONE : group.offset(),
        group == null ? null : group.metadata(),
        granted.entry().progress(),
        granted.entry().checkpointOffset(),
        saved.stream().map(SavedCheckpoint::facts).toList(),
        context.clients().range(log),
        context.settings().accepted());
  }

  /** The newest checkpoint that is whole and not ahead of K (C3, X5). */
  private Restored restore(List<SavedCheckpoint> newestFirst, StartPosition start) {
    for (SavedCheckpoint candidate : newestFirst) {
      if (candidate.offset() <= start.committed()) {
        try {
          Failpoints.hit("restore.before");
          return new Restored(checkpoints.restore(candidate), candidate);
        } catch (CorruptStateException e) {
          gauges.checkpointFailures.incrementAndGet();
          LOG.errorf(
              "Expected a whole checkpoint, but it is damaged: function=%s, partition=%s,"
                  + " manifest=%s, error=%s. The one before is taken.",
              context.settings().name(), log, candidate.name(), e.getMessage());
        }
      }
    }
    return new Restored(checkpoints.create(), null);
  }

  private OpenPartition ready(
      Lease lease,
      OutputTransaction transaction,
      Restored restored,
      KnownPositions known,
      StartPosition start,
      Set<Decision.Reject> rejects) {
    int expected = context.isRekeyed() ? expectedSources(start) : 0;
    PartitionTask<?, ?, ?> task = task(context.definitions().get(), restored.store(), expected);
    SavedCheckpoint checkpoint = restored.from();
    long from;
    if (checkpoint != null) {
      from = checkpoint.offset();
    } else if (start.isFresh() || start.note() == null) {
      from = freshStart(known.log());
      task.startAt(from);
    } else {
      from = start.note().base().offset();
      task.startAt(from);
    }
    List<Decision> decisions = start.decisionsFrom(from, checkpoint != null, known.checkpoints());
    long readFrom = readableFrom(from, known.log());
    long committed = start.isFresh() ? from : Math.max(start.committed(), readFrom);
    RecordFeed feed = context.isRekeyed() ? RecordFeed.ofRekeyTopic() : RecordFeed.ofInput();
    return new OpenPartition(
        log,
        lease,
        task,
        restored.store(),
        checkpoints,
        transaction,
        feed,
        readFrom,
        new Replay(task, feed, committed, decisions, start.cursor()),
        committed,
        new Base(from, checkpoint != null, checkpoint == null ? expected : task.sourceNumbers()),
        decisionLog(decisions),
        rejects.stream()
            .filter(r -> r.offset() >= committed)
            .sorted(Comparator.comparingLong(Decision::offset))
            .toList());
  }

  /**
   * How many sources hold back the watermark of a partition that begins: until its first checkpoint
   * a replay must expect the same ones, although others have joined since (R3, X2).
   */
  private int expectedSources(StartPosition start) {
    int noted = start.note() == null ? 0 : start.note().base().expectedSources();
    return noted > 0 ? noted : context.sources().sources().count();
  }

  private <E, A, R> PartitionTask<E, A, R> task(
      FunctionDefinition<E, A, R> function, PartitionStore store, int expectedSources) {
    PartitionTask<E, A, R> task =
        new PartitionTask<>(
            context.placement().guard(function, ref.number(), gauges.scatteredKeys),
            ref.number(),
            store,
            TaskOutput.DISCARD);
    if (context.isRekeyed()) {
      task.expectSources(expectedSources);
    }
    return task;
  }

  /** Where a partition that never ran begins; a re-key topic that lost records is no beginning. */
  private long freshStart(LogRange range) {
    if (!context.isRekeyed()) {
      StartFrom from = context.settings().startFrom();
      return from instanceof StartFrom.Earliest
          ? range.start()
          : context.clients().startOffset(log, from);
    }
    if (range.start() > 0 && !context.settings().accepted().contains(Loss.LOST_RECORDS)) {
      throw new RefusedException(
          "Expected the re-key topic to begin at offset 0 for a function that never ran, but its"
              + " start was deleted: partition="
              + log
              + ", logStart="
              + range.start()
              + ".",
          Loss.LOST_RECORDS);
    }
    return range.start();
  }

  /** The first offset to read: what is gone from the log is an error unless accepted (X6). */
  private long readableFrom(long from, LogRange range) {
    if (from > range.end()) {
      throw new RefusedException(
          "Expected the log to reach the position, but it ends before: partition="
              + log
              + ", position="
              + from
              + ", logEnd="
              + range.end()
              + ". The topic was truncated or replaced."
              + RefusedException.START_OVER,
          null);
    }
    if (from >= range.start()) {
      return from;
    }
    if (!context.settings().accepted().contains(Loss.LOST_RECORDS)) {
      throw new RefusedException(
          "Expected the log to hold all records from the position on, but its start is later:"
              + " partition="
              + log
              + ", position="
              + from
              + ", logStart="
              + range.start()
              + ".",
          Loss.LOST_RECORDS);
    }
    gauges.acceptedLoss.addAndGet(range.start() - from);
    LOG.warnf(
        "Records are lost with consent: function=%s, partition=%s, from=%d, to=%d",
        context.settings().name(), log, from, range.start());
    return range.start();
  }

  private static OffsetNote freshNote(Base base) {
    return new OffsetNote(PartitionTask.NO_WATERMARK, base, List.of(), null);
  }

  private static DecisionLog decisionLog(List<Decision> decisions) {
    DecisionLog all = new DecisionLog();
    decisions.forEach(all::add);
    return all;
  }

  private Duration lease() {
    return context.runtime().lease();
  }
}
