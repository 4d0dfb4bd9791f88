package dev.millrace.operator.condition;

import dev.millrace.operator.observe.Trouble;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The six conditions of a function. Pure. */
public final class Conditions {
  /** Whether the function does what is asked of it. */
  public static final String READY = "Ready";

  /** Whether its objects are there and its pods run. */
  public static final String DEPLOYED = "Deployed";

  static final String CHECKPOINT_HEALTHY = "CheckpointHealthy";
  static final String WATERMARK_ADVANCING = "WatermarkAdvancing";
  static final String LAG_WITHIN_TARGET = "LagWithinTarget";
  static final String RECOVERABLE = "Recoverable";

  private static final String NO_ROOM = "WaitingForRoom";

  private Conditions() {}

  /** All conditions, by type. */
  public static List<Condition> of(Outlook outlook) {
    Verdict deployed = deployed(outlook);
    Map<String, Verdict> verdicts = new TreeMap<>();
    verdicts.put(READY, ready(outlook, deployed));
    verdicts.put(DEPLOYED, deployed);
    verdicts.put(CHECKPOINT_HEALTHY, PartitionVerdicts.checkpoints(outlook));
    verdicts.put(WATERMARK_ADVANCING, PartitionVerdicts.watermark(outlook));
    verdicts.put(LAG_WITHIN_TARGET, PartitionVerdicts.lag(outlook));
    verdicts.put(RECOVERABLE, PartitionVerdicts.recoverable(outlook));
    List<Condition> all = new ArrayList<>();
    long generation = outlook.seen().function().generation();
    verdicts.forEach(
        (type, verdict) ->
            all.add(verdict.as(type, outlook.seen().status(), generation, outlook.seen().nowMs())));
    return all;
  }

  private static Verdict ready(Outlook outlook, Verdict deployed) {
    Trouble trouble = outlook.seen().firstTrouble();
    if (trouble != null) {
      return Verdict.no(trouble.reason().name(), trouble.message());
    }
    if (!Boolean.TRUE.equals(deployed.isTrue()) || outlook.isSuspended()) {
      return new Verdict(
          outlook.isSuspended() ? Boolean.FALSE : deployed.isTrue(),
          deployed.reason(),
          deployed.message());
    }
    if (outlook.seen().observation() == null) {
      return Verdict.unknown("NotObserved", "Kafka and the ledger have not answered yet.");
    }
    Verdict refused = PartitionVerdicts.refused(outlook);
    return refused == null ? deployed : refused;
  }

  private static Verdict deployed(Outlook outlook) {
    if (outlook.refusal() != null) {
      return outlook.refusal();
    }
    if (outlook.rolledBack() != null) {
      return Verdict.no("RolledBack", outlook.rolledBack());
    }
    int ready = outlook.seen().ready();
    int wanted = outlook.wantedPods();
    if (outlook.isSuspended()) {
      return Verdict.yes(
          "Suspended", "spec.suspend is true: no pods are to run. State and offsets are kept.");
    }
    if (outlook.isAsleep()) {
      return Verdict.yes("Sleeping", "No pods are needed now; they come by themselves.");
    }
    if (outlook.withoutRoom()) {
      return Verdict.no(NO_ROOM, noRoom(outlook, outlook.seen().refusedPods()));
    }
    if (ready >= wanted) {
      return Verdict.yes("PodsReady", "All pods are ready.");
    }
    Verdict report = Reports.any(outlook);
    if (report != null) {
      return report;
    }
    PodHealth trouble = PodHealth.trouble(outlook.seen().pods());
    return trouble != null
        ? Verdict.no(trouble.reason(), trouble.message())
        : Verdict.no(
            "PodsStarting",
            ready + " of " + wanted + " pods are ready. See kubectl describe pods if it stays so.");
  }

  private static String noRoom(Outlook outlook, int refused) {
    int asked = outlook.seen().allReplicas();
    return "Expected every pod to be created, but Kubernetes refuses: asked="
        + asked
        + ", created="
        + (asked - refused)
        + ". Most often a quota has no room, also for the one pod more while the template changes;"
        + " kubectl describe statefulset "
        + outlook.seen().function().getMetadata().getName()
        + " says why. Pods there are work on, and it goes on by itself when there is room.";
  }

  /** The phase, in one word. */
  public static String phase(Outlook outlook, boolean isRollingOut) {
    Verdict deployed = deployed(outlook);
    Verdict ready = ready(outlook, deployed);
    if (outlook.isSuspended()) {
      return "Suspended";
    }
    if (outlook.rolledBack() != null) {
      return "RolledBack";
    }
    if (isFailing(outlook, deployed)) {
      return "Failing";
    }
    if (outlook.isAsleep()) {
      // Before it is known what waits, nobody can say that it sleeps.
      return outlook.decision() == null ? "Pending" : "Sleeping";
    }
    if (isRollingOut) {
      return "RollingOut";
    }
    return Boolean.TRUE.equals(ready.isTrue()) ? "Running" : "Pending";
  }

  private static boolean isFailing(Outlook outlook, Verdict deployed) {
    @Nullable Verdict refused = PartitionVerdicts.refused(outlook);
    boolean starting = Set.of("PodsStarting", NO_ROOM).contains(deployed.reason());
    return outlook.seen().firstTrouble() != null
        || refused != null
        || (Boolean.FALSE.equals(deployed.isTrue()) && !starting);
  }
}
