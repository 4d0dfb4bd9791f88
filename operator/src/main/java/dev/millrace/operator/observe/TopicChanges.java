package dev.millrace.operator.observe;

import dev.millrace.operator.observe.Trouble.Reason;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a function's topics differ from those that its state belongs to (section 8, R5), told before
 * a pod would refuse. Pure.
 */
final class TopicChanges {
  private TopicChanges() {}

  /** What is wrong with the topics there are. */
  static List<Trouble> since(FunctionEntry began, Map<String, TopicLog> inputs, Target target) {
    Sources sources = began.sources();
    List<Trouble> troubles = new ArrayList<>();
    new TreeMap<>(inputs)
        .forEach(
            (topic, log) -> {
              String id = sources.idOf(topic);
              if (id != null && !id.equals(log.id())) {
                troubles.add(replaced(topic, log.id(), id));
              }
            });
    if (target.topics().stream().allMatch(topic -> sources.idOf(topic) == null)) {
      troubles.add(allOthers(sources, target));
    }
    // The keys of a re-keyed function are in its own topic: a partition that is added just joins.
    boolean moves = began.rekeyPartitions() == 0 && !target.takesPartitions();
    TopicLog one = inputs.get(began.topic());
    if (moves && troubles.isEmpty() && one != null && one.partitions() > sources.count()) {
      troubles.add(added(began.topic(), one.partitions(), sources.count()));
    }
    return troubles;
  }

  private static Trouble replaced(String topic, String id, String before) {
    return new Trouble(
        Reason.TopicReplaced,
        "Expected the topic that the function began with, but it was deleted and made anew:"
            + " topic="
            + topic
            + ", id="
            + id
            + ", began with="
            + before
            + ". Create another StreamFunction to start over on the new topic.");
  }

  private static Trouble allOthers(Sources sources, Target target) {
    return new Trouble(
        Reason.TopicReplaced,
        "Expected an input topic that the function's state belongs to, but all are others: topics="
            + String.join(",", target.topics())
            + ", began with="
            + String.join(",", sources.topics())
            + ". The ledger is of an earlier function of this name: give this one another name, or"
            + " forget the earlier one with millrace start-over.");
  }

  private static Trouble added(String topic, int partitions, int before) {
    return new Trouble(
        Reason.PartitionsAdded,
        "Expected as many partitions as the function began with, but there are more, so keys"
            + " have moved: topic="
            + topic
            + ", partitions="
            + partitions
            + ", began with="
            + before
            + ". Add partitions-added to spec.accept to go on with split windows, or create"
            + " another StreamFunction.");
  }
}
