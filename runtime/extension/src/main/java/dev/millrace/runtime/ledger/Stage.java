package dev.millrace.runtime.ledger;

/** Which task of a function a partition belongs to. */
public enum Stage {
  /** Stage one of a re-keyed function: a partition of an input topic (rules R1, R5). */
  SOURCE("s"),
  /** Where the windows live: a partition of the re-key topic, or of the input topic itself. */
  WINDOWS("p");

  private final String code;

  Stage(String code) {
    this.code = code;
  }

  /** The letter in ledger keys and assignments. */
  public String code() {
    return code;
  }
}
