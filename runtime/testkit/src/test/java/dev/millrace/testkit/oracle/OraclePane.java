package dev.millrace.testkit.oracle;

import dev.millrace.functions.PaneKind;

/** A pane as the rules ask for it. The value names the records it holds. */
public record OraclePane(
    String key, long startMs, long endMs, PaneKind kind, int index, boolean isFinal, String value) {

  @Override
  public String toString() {
    return key
        + " ["
        + bound(startMs)
        + ", "
        + bound(endMs)
        + ") "
        + kind.label()
        + " #"
        + index
        + (isFinal ? " final " : " ")
        + value;
  }

  private static String bound(long ms) {
    return ms == Long.MIN_VALUE || ms == Long.MAX_VALUE ? "…" : Long.toString(ms);
  }
}
