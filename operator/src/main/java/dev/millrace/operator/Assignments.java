package dev.millrace.operator;

import dev.millrace.operator.dependent.Names;
import dev.millrace.operator.scaling.PartitionSample;
import dev.millrace.operator.scaling.Placement;
import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.PartitionRef;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans which pod gets which partition (rule A1). Pure. */
final class Assignments {
  private Assignments() {}

  /**
   * The assignment to publish, or null if the one there is will do: it covers all partitions and
   * names none but pods that stay. Load alone moves nothing before a pod comes or goes, as each
   * move costs a hand-over.
   *
   * @param wanted pods that are to stay; those beyond hand over before they stop (rule A2)
   * @param without pods that are to have none, although they stay
   */
  static @Nullable Assignment plan(Seen seen, int wanted, Set<String> without) {
    LedgerView ledger = seen.observation() == null ? null : seen.observation().ledger();
    SortedSet<String> pods = pods(seen, ledger, wanted);
    pods.removeAll(without);
    if (ledger == null || pods.isEmpty()) {
      return null;
    }
    Assignment published = ledger.function().assignment();
    Map<PartitionRef, Double> loads = new TreeMap<>();
    Map<PartitionRef, String> owners = new TreeMap<>();
    Set<PartitionRef> begun = new HashSet<>(ledger.function().partitionRefs());
    for (PartitionSample sample : seen.samples()) {
      PartitionRef ref = PartitionRef.parse(sample.partition());
      if (!begun.contains(ref)) {
        continue; // it joins when a pod starts, which then writes it to the ledger
      }
      loads.put(ref, sample.load().busy());
      String owner = sample.owner() == null ? published.ownerOf(ref) : sample.owner();
      if (owner != null) {
        owners.put(ref, owner);
      }
    }
    boolean covers =
        published.owners().keySet().equals(loads.keySet())
            && pods.equals(new TreeSet<>(published.owners().values()));
    if (covers || isSpread(published, loads, pods)) {
      return null;
    }
    Map<PartitionRef, String> plan = Placement.place(loads, pods, owners);
    return plan.equals(published.owners())
        ? null
        : new Assignment(published.generation() + 1, plan);
  }

  /** With more pods than partitions some have none, however often it is planned. */
  private static boolean isSpread(
      Assignment published, Map<PartitionRef, Double> loads, SortedSet<String> pods) {
    SortedSet<String> used = new TreeSet<>(published.owners().values());
    return published.owners().keySet().equals(loads.keySet())
        && pods.containsAll(used)
        && used.size() >= Math.min(pods.size(), loads.size());
  }

  private static SortedSet<String> pods(Seen seen, @Nullable LedgerView ledger, int wanted) {
    SortedSet<String> staying = new TreeSet<>();
    for (int n = 0; n < wanted; n++) {
      staying.add(Names.pod(seen.function(), n));
    }
    SortedSet<String> pods = new TreeSet<>();
    for (Pod pod : seen.pods()) {
      String name = pod.getMetadata().getName();
      boolean lives = ledger != null && ledger.live().contains(name);
      if (staying.contains(name) && lives && pod.getMetadata().getDeletionTimestamp() == null) {
        pods.add(name);
      }
    }
    return pods;
  }

  /**
   * Whether pods that are to go may still have partitions that others could take: they hold some,
   * or were given some by the assignment as it was last seen.
   */
  static boolean isHandingOver(Seen seen, int wanted) {
    LedgerView ledger = seen.observation() == null ? null : seen.observation().ledger();
    if (wanted == 0 || ledger == null || pods(seen, ledger, wanted).isEmpty()) {
      return false;
    }
    Assignment published = ledger.function().assignment();
    Collection<String> given =
        published.generation() == 0 ? ledger.live() : published.owners().values();
    return Stream.concat(
            given.stream().filter(pod -> ledger.live().contains(pod)),
            seen.samples().stream().map(PartitionSample::owner).filter(Objects::nonNull))
        .anyMatch(pod -> isLeaving(seen, pod, wanted));
  }

  /**
   * Whether a pod has partitions that others could take: it holds some, or was given some by the
   * assignment as it was last seen.
   */
  static boolean isHolding(Seen seen, String pod) {
    LedgerView ledger = seen.observation() == null ? null : seen.observation().ledger();
    if (ledger == null) {
      return false;
    }
    Assignment published = ledger.function().assignment();
    boolean given = published.generation() == 0 || published.owners().containsValue(pod);
    return (given && ledger.live().contains(pod))
        || seen.samples().stream().anyMatch(sample -> pod.equals(sample.owner()));
  }

  private static boolean isLeaving(Seen seen, String pod, int wanted) {
    for (int n = 0; n < wanted; n++) {
      if (pod.equals(Names.pod(seen.function(), n))) {
        return false;
      }
    }
    return pod.startsWith(seen.function().getMetadata().getName() + "-");
  }
}
