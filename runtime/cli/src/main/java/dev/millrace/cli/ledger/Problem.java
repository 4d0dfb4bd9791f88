package dev.millrace.cli.ledger;

/** The ways in which Redis, the object store and Kafka can disagree, and what follows from each. */
enum Problem {
  META_MISSING(
      "function-missing",
      Right.KAFKA,
      "Heals when the function starts; ledger rebuild does it before that.",
      false),
  META_UNREADABLE("function-unreadable", Right.KAFKA, "Run ledger rebuild.", true),
  TOPIC_MISSING(
      "topic-missing",
      Right.KAFKA,
      "The function refuses to start. Bring the topic back, or start over (millrace start-over).",
      true),
  TOPIC_REPLACED(
      "topic-replaced",
      Right.KAFKA,
      "The function refuses to start: its state belongs to a topic that is gone. Start over"
          + " (millrace start-over).",
      true),
  PARTITIONS_CHANGED(
      "partitions-changed",
      Right.KAFKA,
      "Keys have moved between partitions. The function refuses unless that is accepted.",
      true),
  SOURCES_ADDED(
      "sources-added", Right.KAFKA, "Heals when the function starts: further sources join.", false),
  REKEY_CHANGED(
      "rekey-topic-changed",
      Right.KAFKA,
      "The function refuses to start. Start over (millrace start-over).",
      true),
  ENTRY_UNKNOWN(
      "partition-unknown",
      Right.KAFKA,
      "Nobody reads the entry. Delete its keys if the topic will not get that partition again.",
      false),
  ENTRY_MISSING(
      "entry-missing",
      Right.KAFKA,
      "Heals when the partition is taken; ledger rebuild does it before that.",
      false),
  ENTRY_UNREADABLE(
      "entry-unreadable", Right.KAFKA, "Stop the function and run ledger rebuild.", true),
  DECISIONS_UNREADABLE(
      "decisions-unreadable", Right.KAFKA, "Stop the function and run ledger rebuild.", true),
  EPOCH_BEHIND(
      "epoch-behind",
      Right.MANIFEST,
      "Heals when the partition is taken: the next epoch is above the manifest's.",
      false),
  COMMITTED_BEHIND(
      "committed-behind",
      Right.KAFKA,
      "Heals with the next commit or start; ledger rebuild does it before that.",
      false),
  COMMITTED_AHEAD(
      "committed-ahead",
      Right.LEDGER,
      "The group's offset was set back by another tool. It is not obeyed; it heals with the next"
          + " commit.",
      false),
  GROUP_MISSING(
      "group-missing",
      Right.LEDGER,
      "The group's offset expired or was deleted. It heals with the next commit.",
      false),
  GROUP_FOREIGN(
      "group-foreign",
      Right.LEDGER,
      "Another tool set the group's offset. It is not obeyed where the ledger has a position.",
      false),
  GROUP_UNREADABLE(
      "group-unreadable",
      Right.NONE,
      "A newer version of Millrace may have written the offset's metadata: run that one.",
      true),
  WATERMARK_DIFFERS(
      "watermark-differs", Right.KAFKA, "Heals with the next commit; or ledger rebuild.", false),
  DECISIONS_DIFFER(
      "decisions-differ", Right.KAFKA, "Heals with the next commit; or ledger rebuild.", false),
  CHECKPOINT_MISSING(
      "checkpoint-missing",
      Right.MANIFEST,
      "The newest whole checkpoint is restored instead. Heals with the next one; or ledger"
          + " rebuild.",
      false),
  CHECKPOINT_DAMAGED(
      "checkpoint-damaged",
      Right.NONE,
      "The whole checkpoint before it is restored, and more of the log replayed. See checkpoints"
          + " verify.",
      false),
  CHECKPOINT_OFFSET_DIFFERS(
      "checkpoint-offset-differs",
      Right.MANIFEST,
      "Heals with the next checkpoint; or ledger rebuild.",
      false),
  CHECKPOINT_BEHIND(
      "checkpoint-behind",
      Right.MANIFEST,
      "The newest is restored. Heals with the next checkpoint; or ledger rebuild.",
      false),
  CHECKPOINT_AHEAD(
      "checkpoint-ahead",
      Right.KAFKA,
      "A checkpoint may not be ahead of what was committed (X5). It is not restored; find out who"
          + " set the positions back.",
      true),
  LOG_TRUNCATED(
      "log-truncated",
      Right.KAFKA,
      "The partition refuses to start: records it has to read are gone. To accept that, see"
          + " lost-records in the operations page.",
      true),
  LOG_ENDS_BEFORE(
      "log-ends-before",
      Right.KAFKA,
      "The partition refuses to start: its topic was truncated or replaced.",
      true),
  START_REFUSED("start-refused", Right.NONE, "The partition refuses to start.", true);

  /** Who is right, by rule L3. */
  enum Right {
    KAFKA("Kafka"),
    MANIFEST("manifest"),
    LEDGER("ledger"),
    /** None of them can be believed. */
    NONE("none");

    private final String label;

    Right(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  private final String label;
  private final Right right;
  private final String remedy;
  private final boolean blocking;

  Problem(String label, Right right, String remedy, boolean blocking) {
    this.label = label;
    this.right = right;
    this.remedy = remedy;
    this.blocking = blocking;
  }

  /** Its name in output and documentation. */
  String label() {
    return label;
  }

  Right right() {
    return right;
  }

  /** What follows, and what to do. */
  String remedy() {
    return remedy;
  }

  /** Whether it does not heal by itself. */
  boolean isBlocking() {
    return blocking;
  }
}
