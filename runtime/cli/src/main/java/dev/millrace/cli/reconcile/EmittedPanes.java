package dev.millrace.cli.reconcile;

import dev.millrace.cli.kafka.EmittedPane;
import dev.millrace.cli.kafka.KeyedWindow;
import dev.millrace.functions.PaneKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a function has said: per key and window the last pane that was not taken back. */
public final class EmittedPanes {
  private final Map<KeyedWindow, EmittedPane> standing = new HashMap<>();
  private final Map<KeyedWindow, List<EmittedPane>> all = new HashMap<>();
  private final boolean keepsAll;
  private final Map<KeyedWindow, Integer> nextIndex = new HashMap<>();
  private final Map<String, Long> byKind = new TreeMap<>();
  private long panes;
  private long outOfSequence;

  /** Keeps the last pane of each window only. */
  public EmittedPanes() {
    this(false);
  }

  /**
   * Nothing yet.
   *
   * @param keepsAll whether {@link #all} will be asked for
   */
  EmittedPanes(boolean keepsAll) {
    this.keepsAll = keepsAll;
  }

  /** Takes the next pane; those of one key must come in their order. */
  public void add(EmittedPane pane) {
    panes++;
    byKind.merge(pane.kind().label(), 1L, Long::sum);
    int expected = nextIndex.getOrDefault(pane.window(), 0);
    if (pane.index() != expected) {
      outOfSequence++;
    }
    nextIndex.put(pane.window(), pane.index() + 1);
    if (pane.kind() == PaneKind.RETRACTION) {
      standing.remove(pane.window());
    } else {
      standing.put(pane.window(), pane);
      if (keepsAll) {
        all.computeIfAbsent(pane.window(), window -> new ArrayList<>()).add(pane);
      }
    }
  }

  /** All panes of a window but retractions, in their order. */
  List<EmittedPane> all(KeyedWindow window) {
    return all.getOrDefault(window, List.of());
  }

  /** The pane that stands for the window, or null. */
  public @Nullable EmittedPane of(KeyedWindow window) {
    return standing.get(window);
  }

  /** Windows for which a pane stands. */
  public Set<KeyedWindow> windows() {
    return standing.keySet();
  }

  /** Number of panes, retractions included. */
  public long panes() {
    return panes;
  }

  /** Number of panes by kind. */
  public Map<String, Long> byKind() {
    return byKind;
  }

  /**
   * Panes whose index is not the one after the pane before: something came twice or not at all.
   * Zero with exactly-once output.
   */
  public long outOfSequence() {
    return outOfSequence;
  }
}
