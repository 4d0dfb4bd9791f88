package dev.millrace.operator.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;

/** A loss that a user accepts for one start, by the runtime's names. */
public enum AcceptedLoss {
  @JsonProperty("lost-records")
  LOST_RECORDS("lost-records"),
  @JsonProperty("missing-position")
  MISSING_POSITION("missing-position"),
  @JsonProperty("partitions-added")
  PARTITIONS_ADDED("partitions-added"),
  @JsonProperty("group-offset")
  GROUP_OFFSET("group-offset");

  private final String label;

  AcceptedLoss(String label) {
    this.label = label;
  }

  /** Its name in settings. */
  @JsonValue
  public String label() {
    return label;
  }
}
