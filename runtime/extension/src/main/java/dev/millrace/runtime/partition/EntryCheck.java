package dev.millrace.runtime.partition;

import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Idle;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Source;
import dev.millrace.runtime.ledger.Sources.Topic;
import dev.millrace.runtime.position.Loss;
import dev.millrace.runtime.position.RefusedException;
import java.util.List;
import java.util.Objects;

/**
 * Compares what the ledger remembers of a function with what is there when it starts: the topics
 * that its state belongs to must be the same ones. What may change is changed: topics of a union
 * (rule R5), the schema, and what was accepted.
 *
 * @param known sources there were before: by the ledger, and by Kafka where the ledger lost some
 */
record EntryCheck(Ledger ledger, FunctionSettings settings, Sources known) {

  /**
   * The entry of a function that is about to run.
   *
   * @throws RefusedException if the topics are not those that the state belongs to
   */
  FunctionEntry entry(TopicSetup.Found topics, String schema, Idle idle) {
    requireSameTopics(topics.inputs());
    FunctionEntry entry =
        ledger.initMeta(
            FunctionEntry.first(known.follow(topics.inputs()), topics.rekeyPartitions(), schema)
                .idling(idle));
    if (entry.rekeyPartitions() != topics.rekeyPartitions()) {
      throw new RefusedException(
          "Expected the re-key topic that the function's state belongs to, but its partitions are"
              + " others: function="
              + settings.name()
              + ", before="
              + entry.rekeyPartitions()
              + ", now="
              + topics.rekeyPartitions()
              + "."
              + RefusedException.START_OVER,
          null);
    }
    while (true) {
      FunctionEntry now = changed(entry, topics.inputs(), schema).idling(idle);
      if (now.equals(entry)) {
        return entry;
      }
      // Another pod may have changed it first: then once more, on top of that.
      entry = ledger.replaceMeta(now);
    }
  }

  /** Before any topic is created: windows are in the input's partitions, or by key elsewhere. */
  void requireSameStages(FunctionEntry before, boolean rekeyed) {
    if (rekeyed && before.rekeyPartitions() == 0) {
      throw new RefusedException(
          "Expected the function's windows to stay where they are kept, but they are in the"
              + " partitions of its topic and would be kept by key in a re-key topic: function="
              + settings.name()
              + ", topics="
              + settings.topics().inputs()
              + ". A function that had one topic and no @Key cannot get another topic, nor a @Key."
              + RefusedException.START_OVER,
          null);
    }
  }

  private void requireSameTopics(List<Topic> topics) {
    for (Topic topic : topics) {
      String before = Objects.requireNonNullElse(known.idOf(topic.name()), "");
      if (!before.isEmpty() && !before.equals(topic.id())) {
        throw new RefusedException(
            "Expected the input topic that the function's state belongs to, but it is another:"
                + " function="
                + settings.name()
                + ", topic="
                + topic.name()
                + ", id="
                + topic.id()
                + ", formerId="
                + before
                + ". It was deleted and created again."
                + RefusedException.START_OVER,
            null);
      }
    }
    if (known.count() > 0 && topics.stream().noneMatch(t -> known.idOf(t.name()) != null)) {
      throw new RefusedException(
          "Expected an input topic that the function's state belongs to, but all are others:"
              + " function="
              + settings.name()
              + ", topics="
              + settings.topics().inputs()
              + ", formerTopics="
              + known.topics()
              + ". They were changed in the configuration."
              + RefusedException.START_OVER,
          null);
    }
  }

  /** If not, the ledger went back to before some came, or gave their numbers to others (L3). */
  private boolean hasAllKnown(FunctionEntry entry) {
    for (int n = 0; n < known.count(); n++) {
      Source source = known.all().get(n);
      if (entry.sources().numberOf(source.topic(), source.partition()) != n) {
        return false;
      }
    }
    return true;
  }

  private FunctionEntry changed(FunctionEntry entry, List<Topic> topics, String schema) {
    Sources sources = hasAllKnown(entry) ? entry.sources().leaveAgain(known) : known;
    sources = sources.follow(topics);
    // A re-keyed function finds its keys by its own topic: a further source just joins (R3).
    boolean moved = entry.rekeyPartitions() == 0 && sources.count() != entry.sources().count();
    if (moved && !settings.accepted().contains(Loss.PARTITIONS_ADDED)) {
      throw new RefusedException(
          "Expected the input topic to keep its partitions, but their number changed: keys have"
              + " moved between partitions: function="
              + settings.name()
              + ", before="
              + entry.sources().count()
              + ", now="
              + sources.count()
              + ".",
          Loss.PARTITIONS_ADDED);
    }
    FunctionEntry now = entry.retargeted(sources);
    return now.schema().equals(schema) ? now : now.upgraded(schema, now.version());
  }
}
