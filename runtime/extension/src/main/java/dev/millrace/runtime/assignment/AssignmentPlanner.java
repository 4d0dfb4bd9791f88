package dev.millrace.runtime.assignment;

import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
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
    Map<String, List<PartitionRef>> held = new HashMap<>();
    live.forEach(member -> held.put(member, new ArrayList<>()));
    List<PartitionRef> open = new ArrayList<>();
    for (PartitionRef ref : partitions) {
      String owner = owners.get(ref);
      held.getOrDefault(owner == null ? "" : owner, open).add(ref);
    }
    int share = partitions.size() / live.size();
    int larger = partitions.size() % live.size();
    List<String> order = byClaim(held);
    for (int i = 0; i < order.size(); i++) {
      keep(of(held, order.get(i)), i < larger ? share + 1 : share, open);
    }
    Collections.sort(open);
    int next = 0;
    for (int i = 0; i < order.size(); i++) {
      List<PartitionRef> mine = of(held, order.get(i));
      while (mine.size() < (i < larger ? share + 1 : share)) {
        mine.add(open.get(next++));
      }
    }
    held.forEach((member, refs) -> refs.forEach(ref -> plan.put(ref, member)));
  }

  private static List<PartitionRef> of(Map<String, List<PartitionRef>> held, String member) {
    return held.computeIfAbsent(member, m -> new ArrayList<>());
  }

  /** Who holds most comes first, then who has less of what was shared before, then by name. */
  private List<String> byClaim(Map<String, List<PartitionRef>> held) {
    List<String> order = new ArrayList<>(live);
    Map<String, Long> loads = new HashMap<>();
    live.forEach(member -> loads.put(member, load(member)));
    order.sort(
        Comparator.comparing((String member) -> -of(held, member).size())
            .thenComparing(loads::get));
    return order;
  }

  /** Cuts a member's partitions to its share; what is over is open. */
  private static void keep(List<PartitionRef> mine, int share, List<PartitionRef> open) {
    if (mine.size() > share) {
      List<PartitionRef> over = mine.subList(share, mine.size());
      open.addAll(over);
      over.clear();
    }
  }

  private long load(String member) {
    return plan.values().stream().filter(member::equals).count();
  }

  private static List<PartitionRef> ofStage(Stage stage, Collection<PartitionRef> partitions) {
    return partitions.stream().filter(ref -> ref.stage() == stage).sorted().toList();
  }
}
