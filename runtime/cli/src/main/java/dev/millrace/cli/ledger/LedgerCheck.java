package dev.millrace.cli.ledger;

import dev.millrace.runtime.ledger.EntryFormat;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.LedgerException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what Redis, the object store and Kafka say of a function (rule L3). Pure. */
final class LedgerCheck {
  private static final String META = "meta";

  private final Facts facts;
  private final List<Disagreement> found = new ArrayList<>();

  private LedgerCheck(Facts facts) {
    this.facts = facts;
  }

  /** All disagreements: the function's first, then partition by partition. */
  static List<Disagreement> of(Facts facts) {
    LedgerCheck check = new LedgerCheck(facts);
    check.function();
    Set<String> expected = check.expected();
    for (PartitionFacts partition : facts.partitions()) {
      if (expected.contains(partition.ref().toString())) {
        check.found.addAll(PartitionCheck.of(partition));
      } else {
        check.add(
            partition.ref().toString(),
            Problem.ENTRY_UNKNOWN,
            "topic=" + partition.log().topic() + " has no such partition");
      }
    }
    return List.copyOf(check.found);
  }

  /** Partitions that the topics have; those of the ledger where the topic is gone. */
  private Set<String> expected() {
    FunctionEntry entry = facts.entry();
    Set<String> refs = new HashSet<>();
    facts.topology().refs().forEach(ref -> refs.add(ref.toString()));
    if (entry != null && !facts.topology().isComplete()) {
      entry.partitionRefs().forEach(ref -> refs.add(ref.toString()));
    }
    return refs;
  }

  private void function() {
    for (Topology.Topic input : facts.topology().inputs()) {
      if (input.id() == null) {
        add(META, Problem.TOPIC_MISSING, "topic=" + input.name());
      }
    }
    FunctionEntry entry = entry();
    if (entry == null) {
      return;
    }
    for (Topology.Topic input : facts.topology().inputs()) {
      if (input.id() != null) {
        input(input, input.id(), entry);
      }
    }
    if (entry.rekeyPartitions() != facts.topology().rekeyPartitions()) {
      add(
          META,
          Problem.REKEY_CHANGED,
          "ledger=" + entry.rekeyPartitions() + ", Kafka=" + facts.topology().rekeyPartitions());
    }
  }

  private void input(Topology.Topic input, String id, FunctionEntry entry) {
    String known = entry.sources().idOf(input.name());
    if (known != null && !known.isEmpty() && !known.equals(id)) {
      add(
          META,
          Problem.TOPIC_REPLACED,
          "topic=" + input.name() + ", ledger=" + known + ", Kafka=" + id);
    }
    long partitions =
        entry.sources().all().stream().filter(s -> s.topic().equals(input.name())).count();
    if (partitions != input.partitions()) {
      boolean joins = entry.rekeyPartitions() > 0 && input.partitions() > partitions;
      add(
          META,
          joins ? Problem.SOURCES_ADDED : Problem.PARTITIONS_CHANGED,
          "topic=" + input.name() + ", ledger=" + partitions + ", Kafka=" + input.partitions());
    }
  }

  private @Nullable FunctionEntry entry() {
    try {
      FunctionEntry entry = EntryFormat.function(facts.ledger().meta());
      boolean hasMore =
          facts.isKnownElsewhere()
              || facts.partitions().stream().anyMatch(p -> p.raw().isPresent());
      if (entry == null && hasMore) {
        add(META, Problem.META_MISSING, "ledger=none, Kafka=" + facts.topology().inputs());
      }
      return entry;
    } catch (LedgerException e) {
      add(META, Problem.META_UNREADABLE, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private void add(String where, Problem problem, String seen) {
    found.add(new Disagreement(where, problem, seen));
  }
}
