package dev.millrace.functions.spec;

/** How the panes of a window relate to each other. */
public enum AccumulationMode {
  /** Each pane holds all so far: for sinks that upsert. */
  ACCUMULATING,
  /** Each pane holds what is new: for sinks that add up. */
  DISCARDING,
  /** As accumulating, and each pane is taken back before the next: for sinks that do neither. */
  RETRACTING
}
