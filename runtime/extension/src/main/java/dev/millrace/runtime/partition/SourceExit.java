package dev.millrace.runtime.partition;

import dev.millrace.engine.SourceMarker;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Standing;
import dev.millrace.runtime.rekey.InBand;
import org.jboss.logging.Logger;

/**
 * The end of a source whose topic the function reads no more (rule R5): all partitions that wait
 * for it are told in-band, then the ledger forgets to have it served. It is done by whoever holds
 * the source, under its transactional id, so that nothing of a former owner can follow. After a
 * crash it is done again: to be told twice changes nothing.
 */
record SourceExit(FunctionContext context, int number) {
  private static final Logger LOG = Logger.getLogger(SourceExit.class);

  void leave(OutputTransaction transaction) {
    for (int p = 0; p < context.entry().rekeyPartitions(); p++) {
      transaction.send(
          InBand.marker(context.settings().topics().rekey(), p, SourceMarker.left(number)));
    }
    transaction.commit();
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
