package dev.millrace.operator.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Placement of partitions by load (rule A1). */
class PlacementTest {

  private static SortedSet<String> pods(int count) {
    TreeSet<String> names = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      names.add("pod-" + i);
    }
    return names;
  }

  private static Map<Integer, Double> loads(double... loads) {
    Map<Integer, Double> result = new TreeMap<>();
    for (int i = 0; i < loads.length; i++) {
      result.put(i, loads[i]);
    }
    return result;
  }

  private static Map<String, Double> byPod(Map<Integer, String> plan, Map<Integer, Double> loads) {
    Map<String, Double> result = new TreeMap<>();
    plan.forEach((p, pod) -> result.merge(pod, loads.get(p), Double::sum));
    return result;
  }

  private static double max(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  @Test
  void shouldGiveAHotPartitionAPodOfItsOwnWhenLoadsDiffer() {
    Map<Integer, Double> loads = loads(900, 100, 100, 100, 100, 100, 100, 100);

    Map<Integer, String> plan = Placement.place(loads, pods(2), Map.of());

    assertThat(byPod(plan, loads).values()).containsExactlyInAnyOrder(900.0, 700.0);
  }

  @Test
  void shouldSpreadColdPartitionsWhenThereIsNoLoad() {
    Map<Integer, String> plan = Placement.place(loads(0, 0, 0, 0, 0, 0), pods(3), Map.of());

    assertThat(List.copyOf(plan.values())).contains("pod-0", "pod-1", "pod-2");
    assertThat(plan.values().stream().filter("pod-0"::equals)).hasSize(2);
  }

  @Test
  void shouldMoveNothingWhenLoadsAreNearlyEven() {
    Map<Integer, String> owners = Map.of(0, "pod-0", 1, "pod-0", 2, "pod-1", 3, "pod-1");

    assertThat(Placement.place(loads(104, 100, 98, 99), pods(2), owners)).isEqualTo(owners);
  }

  @Test
  void shouldMoveOnlyWhatANewPodNeedsWhenAPodIsAdded() {
    Map<Integer, Double> loads = loads(10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10);
    Map<Integer, String> before = Placement.place(loads, pods(3), Map.of());

    Map<Integer, String> after = Placement.place(loads, pods(4), before);

    long moved =
        after.entrySet().stream().filter(e -> !e.getValue().equals(before.get(e.getKey()))).count();
    assertThat(moved).isEqualTo(3);
    assertThat(byPod(after, loads).values()).containsOnly(30.0);
  }

  @Test
  void shouldPlaceWhatAVanishedPodHadAndLeaveTheRestWhenAPodIsGone() {
    Map<Integer, Double> loads = loads(10, 10, 10, 10, 10, 10);
    Map<Integer, String> before = Placement.place(loads, pods(3), Map.of());

    Map<Integer, String> after = Placement.place(loads, pods(2), before);

    before.forEach(
        (p, pod) -> {
          if (!pod.equals("pod-2")) {
            assertThat(after.get(p)).isEqualTo(pod);
          }
        });
    assertThat(after.values()).doesNotContain("pod-2");
  }

  @Test
  void shouldPlaceNothingWhenThereIsNoPod() {
    assertThat(Placement.place(loads(1, 2), new TreeSet<>(), Map.of())).isEmpty();
  }

  /** Against the lower bound of any placement, for random loads and a placement to start from. */
  @Test
  void shouldStayNearTheBestPlacementWhenLoadsAreRandom() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 200; round++) {
      int partitions = 1 + random.nextInt(64);
      int pods = 1 + random.nextInt(partitions);
      double[] drawn = new double[partitions];
      for (int p = 0; p < partitions; p++) {
        drawn[p] = 1 + Math.pow(random.nextDouble(), 3) * 1000;
      }
      Map<Integer, Double> loads = loads(drawn);
      Map<Integer, String> before =
          Placement.place(loads, pods(1 + random.nextInt(partitions)), Map.of());

      Map<Integer, String> plan = Placement.place(loads, pods(pods), before);

      double mean = loads.values().stream().mapToDouble(Double::doubleValue).sum() / pods;
      double bound = Math.max(mean, max(loads.values()));
      assertThat(plan).hasSize(partitions);
      assertThat(max(byPod(plan, loads).values())).as("round " + round).isLessThan(bound * 1.7);
      assertThat(Placement.place(loads, pods(pods), plan)).as("settled").isEqualTo(plan);
    }
  }
}
