package dev.millrace.testkit.oracle;

import dev.millrace.functions.spec.AccumulationMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A key and window that was not purged: the records it holds and the panes it emitted. */
final class OracleWindow {
  final String key;
  final long startMs;
  final long endMs;

  /** All records of the window. */
  final List<String> all = new ArrayList<>();

  /** Those since the last pane. */
  final List<String> fresh = new ArrayList<>();

  final List<OraclePane> panes = new ArrayList<>();

  /** Whether the on-time pane, or a late one instead, was due already. */
  boolean fired;

  /** Records since the last early trigger; those that came late trigger nothing. */
  long freshRecords;

  /** Kafka timestamp from which the next record triggers an early pane. */
  @Nullable Long earlyDueMs;

  OracleWindow(String key, long startMs, long endMs) {
    this.key = key;
    this.startMs = startMs;
    this.endMs = endMs;
  }

  void add(OracleRecord r) {
    all.add(r.id());
    fresh.add(r.id());
  }

  /** What a pane shows: the names of its records, sorted. */
  String value(AccumulationMode mode) {
    return String.join(",", shown(mode).stream().sorted().toList());
  }

  int size(AccumulationMode mode) {
    return shown(mode).size();
  }

  private List<String> shown(AccumulationMode mode) {
    return mode == AccumulationMode.DISCARDING ? fresh : all;
  }

  @Nullable OraclePane lastPane() {
    return panes.isEmpty() ? null : panes.get(panes.size() - 1);
  }
}
