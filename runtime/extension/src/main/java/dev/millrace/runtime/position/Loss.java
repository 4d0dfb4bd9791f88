package dev.millrace.runtime.position;

/** What an operator may accept on purpose, by {@code quarkus.millrace.functions."f".accept}. */
public enum Loss {
  /** Records between the position and the start of the log are gone. */
  LOST_RECORDS("lost-records"),
  /** It is not known how far output went: what followed the newest checkpoint may be repeated. */
  MISSING_POSITION("missing-position"),
  /** The topic got more partitions: keys have moved between them. */
  PARTITIONS_ADDED("partitions-added"),
  /** The group's offset was set by another tool before the function ever ran; it is obeyed. */
  GROUP_OFFSET("group-offset");

  private final String label;

  Loss(String label) {
    this.label = label;
  }

  /** The word in the configuration. */
  public String label() {
    return label;
  }
}
