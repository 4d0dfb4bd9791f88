package dev.millrace.runtime.partition;

import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Source;
import org.apache.kafka.common.TopicPartition;

/**
 * The sources of a function as this pod knows them by the ledger (rule R5); another pod may add
 * some. A number, once given, always means the same partition. Thread-safe: replaced as a whole.
 */
public final class SourceTable {
  private volatile Sources sources;

  /** Begins with what the ledger says at the start. */
  public SourceTable(Sources sources) {
    this.sources = sources;
  }

  /** Takes in what the ledger says now; one that knows less is an older one (rule L3). */
  public void update(Sources newer) {
    if (newer.count() >= sources.count()) {
      sources = newer;
    }
  }

  /** The sources as last seen. */
  public Sources sources() {
    return sources;
  }

  /** Standing and place of a source. */
  public Source source(int number) {
    Sources known = sources;
    if (number >= known.count()) {
      throw new IllegalStateException(
          "Expected a source that the ledger knows, but this pod has not read of it yet: source="
              + number
              + ", known="
              + known.count()
              + ". It is looked up again.");
    }
    return known.all().get(number);
  }

  /** The log of a source. */
  public TopicPartition log(int number) {
    Source s = source(number);
    return new TopicPartition(s.topic(), s.partition());
  }
}
