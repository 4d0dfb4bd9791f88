package dev.millrace.operator;

import dev.millrace.operator.condition.PodHealth;
import dev.millrace.operator.dependent.Names;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The next step on the way to another pod template, without a partition that waits for a pod to
 * restart (rule A2). One pod more than needed is started from the new template. When it is ready it
 * takes the partitions over of the last pod that is of the old one, which is then replaced; its
 * replacement takes over those of the one before it, and so on. At the end the pod too many hands
 * over to the first one and goes.
 *
 * <pre>
 *   old old      →  old old new  →  old  …  new  →  old new new  →  …  new new  →  new new
 *   f-0 f-1         f-0 f-1 f-2     f-0 f-1 f-2     f-0 f-1 f-2     f-0 f-1 f-2    f-0 f-1
 * </pre>
 *
 * A template that does not work so costs nothing but the pod too many. The StatefulSet replaces
 * pods from its {@code partition} on, so one step is one number. Pure.
 *
 * @param replicas pods that are to stay or come, with the one too many
 * @param surge 1 while there is one too many, else 0
 * @param keepBelow pods of lower numbers stay as they are: {@code partition} of the StatefulSet
 * @param leaving the pod that is to hand over before it is replaced, or null
 * @param without pods that are to have no partitions now
 */
record Upgrade(
    int replicas, int surge, int keepBelow, @Nullable String leaving, Set<String> without) {

  Upgrade {
    without = Set.copyOf(without);
  }

  /** Pods are to be there, and are all of one template. */
  static Upgrade none(int wanted) {
    return new Upgrade(wanted, 0, 0, null, Set.of());
  }

  /**
   * The next step.
   *
   * @param hash of the template that pods are to have
   * @param wanted pods that are needed
   * @param track knows how long the pod that is to leave has been handing over
   * @param patienceMs after which it is replaced even so
   */
  static Upgrade of(Seen seen, String hash, int wanted, Track track, long patienceMs) {
    TreeMap<Integer, Pod> pods = byNumber(seen);
    int last = lastOfAnother(pods, hash);
    if (wanted == 0 || last < 0) {
      track.leavingSinceMs(null, seen.nowMs());
      return none(wanted);
    }
    if (last >= wanted) {
      // Pods that are not needed any more hand over and go first, as they are.
      track.leavingSinceMs(null, seen.nowMs());
      return new Upgrade(wanted, 0, last + 1, null, Set.of());
    }
    Set<String> without = new HashSet<>();
    String surge = Names.pod(seen.function(), wanted);
    Pod first = pods.get(wanted);
    if ((first == null || !PodHealth.isReady(first)) && !Assignments.isHolding(seen, surge)) {
      without.add(surge);
    }
    String leaving = isRoom(pods, hash, last, wanted) ? Names.pod(seen.function(), last) : null;
    long sinceMs = track.leavingSinceMs(leaving, seen.nowMs());
    if (leaving == null) {
      return new Upgrade(wanted + 1, 1, last + 1, null, without);
    }
    without.add(leaving);
    boolean stays = Assignments.isHolding(seen, leaving) && seen.nowMs() - sinceMs < patienceMs;
    return new Upgrade(wanted + 1, 1, stays ? last + 1 : last, leaving, without);
  }

  private static TreeMap<Integer, Pod> byNumber(Seen seen) {
    String prefix = seen.function().getMetadata().getName() + "-";
    TreeMap<Integer, Pod> pods = new TreeMap<>();
    for (Pod pod : seen.pods()) {
      String name = pod.getMetadata().getName();
      String number = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
      if (number.matches("\\d{1,9}")) {
        pods.put(Integer.valueOf(number), pod);
      }
    }
    return pods;
  }

  private static int lastOfAnother(TreeMap<Integer, Pod> pods, String hash) {
    for (Map.Entry<Integer, Pod> pod : pods.descendingMap().entrySet()) {
      if (!PodHealth.isOf(pod.getValue(), hash)) {
        return pod.getKey();
      }
    }
    return -1;
  }

  /** Whether all pods behind it are new and work, so that it can go. */
  private static boolean isRoom(TreeMap<Integer, Pod> pods, String hash, int last, int surge) {
    for (int n = last + 1; n <= surge; n++) {
      Pod pod = pods.get(n);
      if (pod == null || !PodHealth.isReady(pod) || !PodHealth.isOf(pod, hash)) {
        return false;
      }
    }
    return true;
  }
}
