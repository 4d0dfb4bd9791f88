package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.RejectReason;
import dev.millrace.engine.rekey.RekeyOutput;
import dev.millrace.engine.rekey.RekeyTask;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.emit.TopicOutput;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.ingest.Inbox;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.Sources.Standing;
import dev.millrace.runtime.position.KnownPositions;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.Loss;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.position.RefusedException;
import dev.millrace.runtime.position.StartPosition;
import dev.millrace.runtime.rekey.DownstreamTimers;
import dev.millrace.runtime.rekey.InBand;
import dev.millrace.runtime.rekey.MarkerSchedule;
import dev.millrace.runtime.rekey.RekeyPartitioner;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Opens stage one for a source: position and watermark are all it has. */
final class RekeyOpener implements PartitionOpener {
  private static final Logger LOG = Logger.getLogger(RekeyOpener.class);

  private final PartitionRef ref;
  private final FunctionContext context;
  private final PartitionGauges gauges;
  private final DownstreamTimers downstream;
  private final TopicPartition log;

  RekeyOpener(
      PartitionRef ref,
      FunctionContext context,
      PartitionGauges gauges,
      DownstreamTimers downstream) {
    this.ref = ref;
    this.context = context;
    this.gauges = gauges;
    this.downstream = downstream;
    this.log = context.logOf(ref);
  }

  @Override
  public @Nullable Opened open(Set<Decision.Reject> rejects, Events events) {
    context.topics().requireUsable();
    context.refreshSources();
    Standing standing = context.sources().source(ref.number()).standing();
    if (standing == Standing.LEFT) {
      return null;
    }
    events.waits().accept("ledger (lease)");
    Claim claim =
        context.ledger().claim(ref, context.runtime().instance(), context.runtime().lease());
    if (!(claim instanceof Claim.Granted granted)) {
      return null;
    }
    Failpoints.hit("rekey.stage1.claimed");
    context.reporter().hold(granted.lease(), events.fenced());
    events.waits().accept("Kafka (begin of transactions)");
    OutputTransaction transaction = null;
    try {
      transaction =
          context
              .clients()
              .open(
                  context.settings().rekeyTransactionalId(ref.number()),
                  // Always: a record that came twice would be counted twice in stage two (X7).
                  Guarantee.EXACTLY_ONCE,
                  context.ingest().group());
      if (standing == Standing.LEAVING) {
        boolean exists = context.clients().exists(log.topic());
        StartPosition start = exists ? position(known(granted)) : null;
        new SourceExit(context, ref.number()).leave(transaction, start);
        transaction.close();
        context.reporter().drop(granted.lease());
        context.ledger().release(granted.lease());
        return null;
      }
      return open(granted, transaction, events);
    } catch (RuntimeException e) {
      if (transaction != null) {
        transaction.close();
      }
      context.reporter().drop(granted.lease());
      throw e;
    }
  }

  private Opened open(Claim.Granted granted, OutputTransaction transaction, Events events) {
    Failpoints.hit("rekey.stage1.fenced");
    events.waits().accept("Kafka (offsets)");
    KnownPositions known = known(granted);
    StartPosition start = position(known);
    LogRange range = context.clients().range(log);
    boolean fresh = start.isFresh() || start.note() == null;
    long wanted =
        fresh
            ? context.clients().startOffset(log, context.settings().startFrom())
            : start.committed();
    long from = readableFrom(wanted, range);
    long watermarkMs = start.note() == null ? Progress.NO_WATERMARK : start.note().watermarkMs();
    if (fresh || (start.overrulesGroup(known) && from == start.committed())) {
      // Where it began is a position from now on, so that it begins there only once (X6); and the
      // group says again what holds, or it could not be told from a lost ledger's next time.
      transaction.commit(
          log, from, OffsetNote.ofSource(watermarkMs, from, ref.number(), log.partition()).text());
    }
    Inbox inbox = new Inbox(log, events.wake());
    MarkerSchedule markers = new MarkerSchedule(context.entry().rekeyPartitions());
    Output output = new Output(transaction, markers);
    RekeyTask<?> task = task(context.definitions().get(), watermarkMs, output);
    RekeyWork work =
        new RekeyWork(
            new RekeyWork.Start(
                ref.number(), log, granted.lease(), from, context.silentMs(granted)),
            task,
            transaction,
            markers,
            downstream,
            context,
            gauges,
            inbox);
    return new Opened(work, granted.lease(), inbox, from);
  }

  private KnownPositions known(Claim.Granted granted) {
    OffsetAndMetadata group = context.clients().groupOffset(log);
    return new KnownPositions(
        group == null ? KnownPositions.NONE : group.offset(),
        group == null ? null : group.metadata(),
        granted.entry().progress(),
        granted.entry().checkpointOffset(),
        List.of(),
        new LogRange(0, 0),
        context.settings().accepted());
  }

  private StartPosition position(KnownPositions known) {
    StartPosition start = StartPosition.decide(known);
    requireOwnNumber(known.groupMetadata());
    if (start.report() != null) {
      gauges.overruled.incrementAndGet();
      LOG.warnf("%s function=%s, partition=%s", start.report(), context.settings().name(), log);
    }
    return start;
  }

  /** What was said in-band of this source must not have been said under another number (R5). */
  private void requireOwnNumber(@Nullable String metadata) {
    OffsetNote note = OffsetNote.parse(metadata);
    if (note != null && note.sourceOr(log.partition()) != ref.number()) {
      throw new RefusedException(
          "Expected a source to have the number that it had before, but the ledger gives it"
              + " another: partition="
              + log
              + ", before="
              + note.sourceOr(log.partition())
              + ", ledger="
              + ref.number()
              + ". The ledger's entry of the function was changed or replaced: delete its meta key"
              + " in Redis while no pod runs, and it is made anew from Kafka's offsets.",
          null);
    }
  }

  private long readableFrom(long from, LogRange range) {
    if (from >= range.start() && from <= range.end()) {
      return from;
    }
    if (from < range.start() && context.settings().accepted().contains(Loss.LOST_RECORDS)) {
      gauges.acceptedLoss.addAndGet(range.start() - from);
      LOG.warnf(
          "Records are lost with consent: function=%s, partition=%s, from=%d, to=%d",
          context.settings().name(), log, from, range.start());
      return range.start();
    }
    throw new RefusedException(
        "Expected the log to hold the position, but it does not: partition="
            + log
            + ", position="
            + from
            + ", logStart="
            + range.start()
            + ", logEnd="
            + range.end()
            + ".",
        from < range.start() ? Loss.LOST_RECORDS : null);
  }

  private <E> RekeyTask<E> task(
      FunctionDefinition<E, ?, ?> function, long watermarkMs, RekeyOutput output) {
    return new RekeyTask<>(function, log.partition(), watermarkMs, output);
  }

  /** Writes records to the partition of their key, and rejected ones to the dead letters. */
  private final class Output implements RekeyOutput {
    private final OutputTransaction transaction;
    private final MarkerSchedule markers;
    private final TopicOutput rejects;
    private final String topic = context.settings().topics().rekey();
    private final int partitions = context.entry().rekeyPartitions();

    Output(OutputTransaction transaction, MarkerSchedule markers) {
      this.transaction = transaction;
      this.markers = markers;
      this.rejects =
          new TopicOutput(
              transaction,
              context.settings().topics(),
              context.sources()::log,
              context.settings().name(),
              context.spec().onError() == ErrorPolicy.STOP,
              gauges.oversized);
    }

    @Override
    public void forward(byte[] key, InputRecord record, long watermarkMs) {
      int partition = RekeyPartitioner.partition(key, partitions);
      var forwarded = InBand.record(topic, partition, key, record, watermarkMs);
      if (rejects.fits(forwarded)) {
        Failpoints.hit("rekey.stage1.before-send");
        transaction.send(forwarded);
        Failpoints.hit("rekey.stage1.after-send");
        markers.recordSent(partition, watermarkMs);
      } else {
        rejects.tooLarge(record);
      }
    }

    @Override
    public void reject(
        InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {
      rejects.reject(record, reason, message, cause);
    }
  }
}
