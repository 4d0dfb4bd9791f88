package dev.millrace.functions.spec;

/** When panes are emitted. */
public enum EmissionMode {
  /** On time when the watermark passes the end; late panes within the allowed lateness. */
  ON_COMPLETE,
  /** One final pane when the allowed lateness is over. */
  ON_CLOSE,
  /** As {@link #ON_COMPLETE}, and provisional panes before. */
  EARLY
}
