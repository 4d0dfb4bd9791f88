package dev.millrace.runtime.assignment;

import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Shares partitions among the live instances: evenly, moving as few as possible, and the same on
 * every instance that sees the same ledger. Pure.
 *
 * <p>With n partitions and m instances each gets ⌊n/m⌋ or ⌈n/m⌉; the larger share goes to those
 * that hold most, so that a balanced state stays as it is and the plan does not change while it is
 * being carried out one move at a time. The stages of a re-keyed function are shared one by one.
 */
public final class AssignmentPlanner {
  private final SortedSet<String> live;
  private final Map<PartitionRef, String> plan = new TreeMap<>();

  private AssignmentPlanner(SortedSet<String> live) {
    this.live = live;
  }

  /**
   * Plans who should have which partition.
   *
   * @param partitions all there are
   * @param live instances that take part
   * @param owners who holds a partition now; those that are not live do not count
   * @param published an assignment that overrides, for as far as its instances live: what it does
   *     not cover stays where it is or goes to the least loaded
   * @return an owner for each partition; empty if nobody lives
   */
  public static Map<PartitionRef, String> plan(
      Collection<PartitionRef> partitions,
      SortedSet<String> live,
      Map<PartitionRef, String> owners,
      Assignment published) {
    if (live.isEmpty()) {
      return Map.of();
    }
    AssignmentPlanner planner = new AssignmentPlanner(live);
    if (published.generation() > 0) {
      planner.follow(partitions, owners, published);
    } else {
      // Windows first: they are the load; the sources then go where there are fewer windows.
      planner.share(ofStage(Stage.WINDOWS, partitions), owners);
      planner.share(ofStage(Stage.SOURCE, partitions), owners);
    }
    return Collections.unmodifiableMap(planner.plan);
  }

  private void follow(
      Collection<PartitionRef> partitions, Map<PartitionRef, String> owners, Assignment published) {
    List<PartitionRef> open = new ArrayList<>();
    for (PartitionRef ref : partitions) {
      String wanted = published.ownerOf(ref);
      String holder = owners.get(ref);
      if (wanted != null && live.contains(wanted)) {
        plan.put(ref, wanted);
      } else if (holder != null && live.contains(holder)) {
        plan.put(ref, holder);
      } else {
        open.add(ref);
      }
    }
    Collections.sort(open);
    for (PartitionRef ref : open) {
      plan.put(ref, Collections.min(live, Comparator.comparingLong(this::load)));
    }
  }

  private void share(List<PartitionRef> partitions, Map<PartitionRef, String> owners) {
    Map<String, Candidate> candidates = new LinkedHashMap<>();
    live.forEach(name -> candidates.put(name, new Candidate(name, load(name), new ArrayList<>())));
    List<PartitionRef> open = new ArrayList<>();
    for (PartitionRef ref : partitions) {
      String owner = owners.get(ref);
      Candidate holder = owner == null ? null : candidates.get(owner);
      (holder == null ? open : holder.held()).add(ref);
    }
    List<Candidate> order = new ArrayList<>(candidates.values());
    order.sort(Candidate.BY_CLAIM);
    int share = partitions.size() / live.size();
    int larger = partitions.size() % live.size();
    for (int i = 0; i < order.size(); i++) {
      order.get(i).keep(i < larger ? share + 1 : share, open);
    }
    Collections.sort(open);
    Iterator<PartitionRef> next = open.iterator();
    for (int i = 0; i < order.size(); i++) {
      order.get(i).take(i < larger ? share + 1 : share, next);
    }
    order.forEach(candidate -> candidate.held().forEach(ref -> plan.put(ref, candidate.name())));
  }

  /**
   * An instance that takes part in sharing a stage.
   *
   * @param load partitions of the stages shared before
   * @param held partitions of this stage, in order
   */
  private record Candidate(String name, long load, List<PartitionRef> held) {

    /** Who holds most comes first, then who has less of what was shared before, then by name. */
    static final Comparator<Candidate> BY_CLAIM =
        Comparator.comparing((Candidate candidate) -> -candidate.held().size())
            .thenComparing(Candidate::load)
            .thenComparing(Candidate::name);

    /** Cuts down to a share; what is over becomes open. */
    void keep(int share, List<PartitionRef> open) {
      if (held.size() > share) {
        List<PartitionRef> over = held.subList(share, held.size());
        open.addAll(over);
        over.clear();
      }
    }

    /** Fills up to a share. */
    void take(int share, Iterator<PartitionRef> open) {
      while (held.size() < share) {
        held.add(open.next());
      }
    }
  }

  private long load(String member) {
    return plan.values().stream().filter(member::equals).count();
  }

  private static List<PartitionRef> ofStage(Stage stage, Collection<PartitionRef> partitions) {
    return partitions.stream().filter(ref -> ref.stage() == stage).sorted().toList();
  }
}
