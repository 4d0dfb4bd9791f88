package dev.millrace.functions;

/** Why a pane was emitted (rule W9). */
public enum PaneKind {
  /** Before the watermark passed the end of the window; provisional. */
  EARLY("early"),
  /** When the watermark passed the end of the window. */
  ON_TIME("on-time"),
  /** For a record that came after the watermark had passed the end, within the allowed lateness. */
  LATE("late"),
  /** Takes back the pane emitted before it for the same key and window. */
  RETRACTION("retraction");

  private final String label;

  PaneKind(String label) {
    this.label = label;
  }

  /** The word used in headers, documents and metrics. */
  public String label() {
    return label;
  }
}
