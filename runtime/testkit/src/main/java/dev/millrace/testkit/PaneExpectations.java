package dev.millrace.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares panes with what a test expects: in order for each key, keys in any order. */
final class PaneExpectations {

  private PaneExpectations() {}

  static void require(List<ExpectedPane> expected, List<PaneRow> actual) {
    Map<String, List<ExpectedPane>> expectedByKey = new LinkedHashMap<>();
    expected.forEach(e -> expectedByKey.computeIfAbsent(e.key(), k -> new ArrayList<>()).add(e));
    Map<String, List<PaneRow>> actualByKey = new LinkedHashMap<>();
    actual.forEach(a -> actualByKey.computeIfAbsent(a.key(), k -> new ArrayList<>()).add(a));
    boolean same = expectedByKey.keySet().equals(actualByKey.keySet());
    for (Map.Entry<String, List<ExpectedPane>> entry : expectedByKey.entrySet()) {
      same = same && matches(entry.getValue(), actualByKey.getOrDefault(entry.getKey(), List.of()));
    }
    if (!same) {
      throw new AssertionError(message(expectedByKey, actualByKey));
    }
  }

  private static boolean matches(List<ExpectedPane> expected, List<PaneRow> actual) {
    boolean same = expected.size() == actual.size();
    for (int i = 0; same && i < expected.size(); i++) {
      same = expected.get(i).matches(actual.get(i));
    }
    return same;
  }

  private static String message(
      Map<String, List<ExpectedPane>> expected, Map<String, List<PaneRow>> actual) {
    List<PaneRow> wanted = new ArrayList<>();
    List<PaneRow> seen = new ArrayList<>();
    actual.values().forEach(seen::addAll);
    for (String key : actual.keySet()) {
      wanted.addAll(
          like(expected.getOrDefault(key, List.of()), actual.getOrDefault(key, List.of())));
    }
    expected.forEach(
        (key, panes) -> {
          if (!actual.containsKey(key)) {
            wanted.addAll(like(panes, List.of()));
          }
        });
    return "Expected other panes (- missing, + unexpected):\n" + PaneTable.difference(wanted, seen);
  }

  /** Rows for the table: what an expectation does not say is shown as it is where it matches. */
  private static List<PaneRow> like(List<ExpectedPane> expected, List<PaneRow> actual) {
    List<PaneRow> rows = new ArrayList<>();
    for (ExpectedPane e : expected) {
      PaneRow match = null;
      for (PaneRow a : actual) {
        if (match == null && e.matches(a) && !rows.contains(a)) {
          match = a;
        }
      }
      rows.add(e.like(match));
    }
    return rows;
  }
}
