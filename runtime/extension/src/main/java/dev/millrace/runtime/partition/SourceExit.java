package dev.millrace.runtime.partition;

import dev.millrace.engine.SourceMarker;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Standing;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.position.StartPosition;
import dev.millrace.runtime.rekey.InBand;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The end of a source whose topic the function reads no more (rule R5): all partitions that wait
 * for it are told in-band, then the ledger forgets to have it served. It is done by whoever holds
 * the source, under its transactional id, so that nothing of a former owner can follow. After a
 * crash it is done again: to be told twice changes nothing. Beside its position in Kafka stands
 * that it has left, in the same transaction, for a ledger that goes back to before it came back.
 */
record SourceExit(FunctionContext context, int number) {
  private static final Logger LOG = Logger.getLogger(SourceExit.class);

  /**
   * Lets it leave.
   *
   * @param position where it was read up to; null if it never was, or its topic is deleted
   */
  void leave(OutputTransaction transaction, @Nullable StartPosition position) {
    for (int p = 0; p < context.entry().rekeyPartitions(); p++) {
      transaction.send(
          InBand.marker(context.settings().topics().rekey(), p, SourceMarker.left(number)));
    }
    if (position == null || position.note() == null) {
      transaction.commit();
    } else {
      TopicPartition log = context.sources().log(number);
      long offset = position.committed();
      OffsetNote note =
          OffsetNote.ofSource(position.note().watermarkMs(), offset, number, log.partition());
      transaction.commit(log, offset, note.leaving().text());
    }
    FunctionEntry entry = context.ledger().meta();
    while (entry != null && entry.sources().all().get(number).standing() == Standing.LEAVING) {
      entry = context.ledger().replaceMeta(entry.retargeted(entry.sources().leave(number)));
    }
    if (entry == null || entry.sources().all().get(number).standing() != Standing.LEFT) {
      throw new IllegalStateException(
          "Expected a source to leave, but its topic came back meanwhile, or the ledger was lost:"
              + " source="
              + number
              + ". It is opened again.");
    }
    Sources sources = entry.sources();
    context.sources().update(sources);
    LOG.infof(
        "Reads no more, and is waited for no more: function=%s, topic=%s, partition=%d",
        context.settings().name(),
        sources.all().get(number).topic(),
        sources.all().get(number).partition());
  }
}
