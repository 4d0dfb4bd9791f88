package dev.millrace.operator.scaling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which pod has which partition (rule A1): by load, and with few moves, as each costs a hand-over.
 *
 * <p>Partitions without a pod go to the least loaded, the heaviest first (Graham's LPT rule, at
 * most a third above the best there is). Then single partitions move from the most to the least
 * loaded pod for as long as that makes the heaviest pod lighter by more than a tenth of the mean.
 * Pure, and the same for the same input.
 *
 * @param <P> names a partition; its order settles ties
 */
public final class Placement<P extends Comparable<P>> {

  /** A pod that has so much more than the mean, as a share, gives partitions away. */
  private static final double UNEVEN = 0.1;

  /** What a partition weighs that has no load, as a share of the mean: the cold are spread too. */
  private static final double AT_LEAST = 0.05;

  private final SortedMap<P, Double> weights = new TreeMap<>();
  private final SortedMap<String, Pod<P>> pods = new TreeMap<>();

  private Placement(Map<P, Double> loads, SortedSet<String> names) {
    double mean = loads.values().stream().mapToDouble(Double::doubleValue).average().orElse(0);
    double least = mean > 0 ? mean * AT_LEAST : 1;
    loads.forEach((partition, load) -> weights.put(partition, Math.max(load, least)));
    names.forEach(name -> pods.put(name, new Pod<>(name)));
  }

  /**
   * Places partitions.
   *
   * @param loads work of each partition, in any unit; all partitions there are
   * @param pods that are to have them
   * @param owners who has a partition now; those that are not among the pods do not count
   * @return a pod for each partition; empty if there is no pod
   */
  public static <P extends Comparable<P>> Map<P, String> place(
      Map<P, Double> loads, SortedSet<String> pods, Map<P, String> owners) {
    if (pods.isEmpty()) {
      return Map.of();
    }
    Placement<P> placement = new Placement<>(loads, pods);
    placement.placeOpen(placement.keep(owners));
    placement.level();
    return placement.plan();
  }

  /** Leaves partitions where they are; returns those that are nowhere. */
  private List<P> keep(Map<P, String> owners) {
    List<P> open = new ArrayList<>();
    weights.forEach(
        (partition, weight) -> {
          String owner = owners.get(partition);
          Pod<P> pod = owner == null ? null : pods.get(owner);
          if (pod == null) {
            open.add(partition);
          } else {
            pod.add(partition, weight);
          }
        });
    return open;
  }

  private void placeOpen(List<P> open) {
    open.sort(
        Comparator.comparingDouble((P partition) -> -weight(partition))
            .thenComparing(Comparator.naturalOrder()));
    open.forEach(partition -> lightest().add(partition, weight(partition)));
  }

  private void level() {
    double mean = weights.values().stream().mapToDouble(Double::doubleValue).sum() / pods.size();
    for (int moves = 0; moves < weights.size(); moves++) {
      Pod<P> from = heaviest();
      Pod<P> to = lightest();
      P partition = from.load > mean * (1 + UNEVEN) ? bestMove(from, to) : null;
      if (partition == null) {
        return;
      }
      from.remove(partition, weight(partition));
      to.add(partition, weight(partition));
    }
  }

  /** The partition whose move leaves the heavier of the two lightest, or null if none does. */
  private @Nullable P bestMove(Pod<P> from, Pod<P> to) {
    P best = null;
    double lightest = from.load;
    for (P partition : from.partitions) {
      double weight = weight(partition);
      double after = Math.max(from.load - weight, to.load + weight);
      if (after < lightest) {
        best = partition;
        lightest = after;
      }
    }
    return best;
  }

  private Pod<P> lightest() {
    return Collections.min(pods.values(), Comparator.comparingDouble(pod -> pod.load));
  }

  private Pod<P> heaviest() {
    return Collections.max(pods.values(), Comparator.comparingDouble(pod -> pod.load));
  }

  private double weight(P partition) {
    Double weight = weights.get(partition);
    return weight == null ? 0 : weight;
  }

  private Map<P, String> plan() {
    Map<P, String> plan = new TreeMap<>();
    pods.values()
        .forEach(pod -> pod.partitions.forEach(partition -> plan.put(partition, pod.name)));
    return Collections.unmodifiableMap(plan);
  }

  private static final class Pod<P> {
    private final String name;
    private final List<P> partitions = new ArrayList<>();
    private double load;

    Pod(String name) {
      this.name = name;
    }

    void add(P partition, double weight) {
      partitions.add(partition);
      load += weight;
    }

    void remove(P partition, double weight) {
      partitions.remove(partition);
      load -= weight;
    }
  }
}
