package dev.millrace.runtime.assignment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.PartitionRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who gets what without an operator (rule A1). */
class AssignmentPlannerTest {

  /** Partitions as letters of their owners, partition by partition; a dot is nobody. */
  @ParameterizedTest
  @CsvSource({
    // live, now, planned
    "a,      ....,      aaaa",
    "ab,     ....,      aabb",
    "abc,    .....,     aabbc",
    // one more: only what is over its share moves
    "ab,     aaaa,      aabb",
    "abc,    aabb,      aabc",
    "abcd,   aabb,      acbd",
    // one less: only what it held moves
    "ab,     aabbc,     aabba",
    "b,      aabb,      bbbb",
    // nothing moves when it is balanced, whoever has the larger share
    "ab,     bba,       bba",
    "abc,    cbaca,     cbaca",
    // more instances than partitions: the others have none
    "abcdef, .....,     abcde",
    "abc,    c,         c",
    // the larger share stays with those that hold most
    "ab,     bbbba,     bbbaa",
  })
  void shouldShareEvenlyAndMoveFewPartitions(String live, String now, String planned) {
    Map<PartitionRef, String> plan =
        AssignmentPlanner.plan(windows(now.length()), members(live), owners(now), Assignment.NONE);

    assertThat(text(plan)).isEqualTo(planned);
  }

  @Test
  void shouldPlanNothingWhenNobodyLives() {
    assertThat(AssignmentPlanner.plan(windows(3), members(""), owners("aaa"), Assignment.NONE))
        .isEmpty();
  }

  @Test
  void shouldPutSourcesWhereThereAreFewerWindows() {
    List<PartitionRef> partitions = List.of(PartitionRef.windows(0), PartitionRef.source(0));

    Map<PartitionRef, String> plan =
        AssignmentPlanner.plan(partitions, members("ab"), Map.of(), Assignment.NONE);

    assertThat(plan)
        .containsEntry(PartitionRef.windows(0), "a")
        .containsEntry(PartitionRef.source(0), "b");
  }

  @Test
  void shouldFollowAPublishedAssignmentHoweverUneven() {
    Assignment published = published("abbb");

    Map<PartitionRef, String> plan =
        AssignmentPlanner.plan(windows(4), members("abc"), owners("aaaa"), published);

    assertThat(text(plan)).isEqualTo("abbb");
  }

  @Test
  void shouldLeaveAPartitionWhereItIsWhenItsPublishedInstanceDoesNotLive() {
    Map<PartitionRef, String> plan =
        AssignmentPlanner.plan(windows(4), members("ab"), owners("ab.."), published("xxxa"));

    assertThat(text(plan)).isEqualTo("abba");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldBeBalancedMinimalAndStableWhileItIsCarriedOut(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PartitionRef> partitions = windows(random.nextInt(1, 40));
    SortedSet<String> live = members("abcdefghij".substring(0, random.nextInt(1, 11)));
    Map<PartitionRef, String> now = new HashMap<>();
    for (PartitionRef ref : partitions) {
      String owner = String.valueOf("abcdefghijklm.".charAt(random.nextInt(14)));
      if (!owner.equals(".")) {
        now.put(ref, owner);
      }
    }

    Map<PartitionRef, String> plan = AssignmentPlanner.plan(partitions, live, now, Assignment.NONE);
    int moves = moves(plan, now);
    assertThat(moves).isEqualTo(fewestMoves(partitions.size(), live, now));
    assertBalanced(plan, live);

    // One move at a time, each by the plan of that moment, as the instances do it.
    int carriedOut = 0;
    while (!plan.equals(now)) {
      List<PartitionRef> open = new ArrayList<>();
      for (PartitionRef ref : partitions) {
        if (!Objects.equals(plan.get(ref), now.get(ref))) {
          open.add(ref);
        }
      }
      PartitionRef next = open.get(random.nextInt(open.size()));
      now.put(next, plan.get(next));
      carriedOut++;
      plan = AssignmentPlanner.plan(partitions, live, now, Assignment.NONE);
    }
    assertThat(carriedOut).isEqualTo(moves);
  }

  static LongStream seeds() {
    Long replay = Long.getLong("sim.seed");
    return replay != null ? LongStream.of(replay) : LongStream.range(0, 200);
  }

  /** The least that must move: what nobody live has, and what is over the shares. */
  private static int fewestMoves(
      int partitions, SortedSet<String> live, Map<PartitionRef, String> now) {
    List<Integer> held = new ArrayList<>();
    for (String member : live) {
      held.add((int) now.values().stream().filter(member::equals).count());
    }
    held.sort(Collections.reverseOrder());
    int kept = 0;
    for (int i = 0; i < held.size(); i++) {
      int share = partitions / live.size() + (i < partitions % live.size() ? 1 : 0);
      kept += Math.min(held.get(i), share);
    }
    return partitions - kept;
  }

  private static void assertBalanced(Map<PartitionRef, String> plan, SortedSet<String> live) {
    for (String member : live) {
      long count = plan.values().stream().filter(member::equals).count();
      int least = plan.size() / live.size();
      assertThat(count).isBetween((long) least, (long) least + 1);
    }
  }

  private static int moves(Map<PartitionRef, String> plan, Map<PartitionRef, String> now) {
    return (int)
        plan.entrySet().stream()
            .filter(entry -> !entry.getValue().equals(now.get(entry.getKey())))
            .count();
  }

  private static List<PartitionRef> windows(int count) {
    List<PartitionRef> partitions = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      partitions.add(PartitionRef.windows(n));
    }
    return partitions;
  }

  private static SortedSet<String> members(String letters) {
    SortedSet<String> members = new TreeSet<>();
    letters.chars().forEach(letter -> members.add(Character.toString(letter)));
    return members;
  }

  private static Map<PartitionRef, String> owners(String letters) {
    Map<PartitionRef, String> owners = new TreeMap<>();
    for (int n = 0; n < letters.length(); n++) {
      if (letters.charAt(n) != '.') {
        owners.put(PartitionRef.windows(n), Character.toString(letters.charAt(n)));
      }
    }
    return owners;
  }

  private static Assignment published(String letters) {
    return new Assignment(1, owners(letters));
  }

  private static String text(Map<PartitionRef, String> plan) {
    Collection<String> owners = new TreeMap<>(plan).values();
    return String.join("", owners);
  }
}
