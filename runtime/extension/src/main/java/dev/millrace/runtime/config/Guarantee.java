package dev.millrace.runtime.config;

/** What a reader of the output topic may rely on. */
public enum Guarantee {
  /** Every pane once, for readers with {@code isolation.level=read_committed} (rule X2). */
  EXACTLY_ONCE,
  /**
   * No transactions: after a crash panes can repeat with the same key, window and pane index (X7).
   */
  AT_LEAST_ONCE
}
