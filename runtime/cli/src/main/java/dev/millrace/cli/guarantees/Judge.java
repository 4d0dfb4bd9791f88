package dev.millrace.cli.guarantees;

import dev.millrace.cli.guarantees.Deployment.Topic;
import dev.millrace.cli.guarantees.Deployment.Use;
import dev.millrace.cli.guarantees.Weakness.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds where the promise of a deployment ends (design, section 7). Pure. */
final class Judge {
  private final Deployment deployment;
  private final Duration recovery;
  private final List<Weakness> found = new ArrayList<>();

  private Judge(Deployment deployment, Duration recovery) {
    this.deployment = deployment;
    this.recovery = recovery;
  }

  /**
   * All weaknesses, the weakest link first.
   *
   * @param recovery how long the function may stand still before someone has repaired it
   */
  static List<Weakness> of(Deployment deployment, Duration recovery) {
    Judge judge = new Judge(deployment, recovery);
    deployment.topics().stream().filter(Topic::exists).forEach(judge::topic);
    judge.delivery();
    judge.checkpoints();
    judge.ledger();
    judge.found.addAll(FunctionWeaknesses.of(deployment.spec()));
    return judge.found.stream().sorted(Weakness.WEAKEST_FIRST).toList();
  }

  private void topic(Topic topic) {
    replication(topic);
    if (topic.use() == Use.INPUT) {
      retention(topic);
    }
    String policy = topic.config().getOrDefault("cleanup.policy", "delete");
    if (topic.use() == Use.INPUT && policy.contains("compact")) {
      add(
          Kind.LOSS,
          topic,
          "cleanup.policy=" + policy,
          "Compaction takes records that a replay has to read again: after a crash a window can"
              + " count fewer than it did.",
          "Set cleanup.policy=delete, or feed the function from a topic that is not compacted.");
    }
    if (topic.use() == Use.REKEY && isBounded(topic)) {
      add(
          Kind.LOSS,
          topic,
          "retention.ms="
              + topic.number("retention.ms")
              + ", retention.bytes="
              + topic.number("retention.bytes"),
          "Records on their way can be deleted before a checkpoint has passed them (R4).",
          "Set retention.ms=-1 and retention.bytes=-1; Millrace deletes what it has passed.");
    }
  }

  private static boolean isBounded(Topic topic) {
    return topic.number("retention.ms") >= 0 || topic.number("retention.bytes") >= 0;
  }

  private void replication(Topic topic) {
    if (topic.replicas() == 1) {
      add(
          Kind.LOSS,
          topic,
          "replication.factor=1",
          "The loss of one broker's disk is the loss of it.",
          "Three replicas, and min.insync.replicas=2.");
    } else if (topic.number("min.insync.replicas") == 1) {
      add(
          Kind.LOSS,
          topic,
          "min.insync.replicas=1",
          "What only one broker had acknowledged is gone when it fails next.",
          "Set min.insync.replicas=2.");
    }
    if ("true".equals(topic.config().get("unclean.leader.election.enable"))) {
      add(
          Kind.LOSS,
          topic,
          "unclean.leader.election.enable=true",
          "A replica that lags can become leader: what it lacks is gone, offsets come again.",
          "Set unclean.leader.election.enable=false.");
    }
  }

  private void retention(Topic topic) {
    long retentionMs = topic.number("retention.ms");
    if (retentionMs >= 0 && retentionMs < recovery.toMillis()) {
      add(
          Kind.LOSS,
          topic,
          "retention.ms=" + retentionMs,
          "Shorter than the "
              + recovery
              + " within which a standstill is to be repaired: what is deleted meanwhile is lost,"
              + " and the function refuses until that is accepted.",
          "Keep records for longer, or say with --recovery how fast you are.");
    }
    if (topic.number("retention.bytes") >= 0) {
      add(
          Kind.LOSS,
          topic,
          "retention.bytes=" + topic.number("retention.bytes"),
          "A burst can push records out before they are read, however short the standstill.",
          "Set retention.bytes=-1 and bound the time only.");
    }
  }

  private void delivery() {
    if (deployment.isExactlyOnce()) {
      add(
          Kind.READER,
          "delivery",
          "guarantee=exactly-once",
          "Each pane once, from topic to topic. Side effects of the function's own code and other"
              + " sinks can happen again after a crash.",
          "Read the output with isolation.level=read_committed.");
    } else {
      add(
          Kind.REPEAT,
          "delivery",
          "guarantee=at-least-once",
          "After a crash panes come again, with the same key, window and pane index (X7).",
          "Set guarantee=exactly-once, or let the sink upsert by (function, key, window).");
    }
  }

  private void checkpoints() {
    String location = deployment.checkpoints().toString();
    if ("file".equals(deployment.checkpoints().getScheme())) {
      boolean isTemporary = location.startsWith("file:///tmp/");
      add(
          Kind.HALT,
          "checkpoints",
          "location=" + location,
          (isTemporary ? "A folder for what may vanish" : "One disk")
              + ": when it is gone, state is gone, and the function refuses instead of counting"
              + " from nothing. Other pods see it only if the folder is shared.",
          "An s3:// location, or a replicated volume that all pods mount.");
    }
    if (deployment.setting("checkpoints.retain", "3").equals("1")) {
      add(
          Kind.HALT,
          "checkpoints",
          "retain=1",
          "If the only checkpoint is damaged there is none before it to restore (C3).",
          "Keep three.");
    }
  }

  private void ledger() {
    if (!deployment.redisRefuses().isEmpty()) {
      add(Kind.HALT, "ledger", deployment.redisRefuses(), "The pod refuses to start (L6).", "");
    }
    Duration retention = deployment.offsetsRetention();
    for (String warning : deployment.redisWarnings()) {
      add(
          Kind.HALT,
          "ledger",
          warning,
          "Nothing is lost while Kafka has the group's offsets (L3)"
              + (retention == null ? "" : ": " + retention + " after the function fell asleep")
              + ". Later than that an emptied Redis leaves no position, and the function refuses.",
          "Switch appendonly on.");
    }
  }

  private void add(Kind kind, Topic topic, String seen, String means, String remedy) {
    add(kind, topic.use().label() + " " + topic.name(), seen, means, remedy);
  }

  private void add(Kind kind, String link, String seen, String means, String remedy) {
    found.add(new Weakness(kind, link, seen, means, remedy));
  }
}
