package dev.millrace.cli.reconcile;

import dev.millrace.cli.kafka.EmittedPane;
import dev.millrace.engine.FunctionDefinition;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether the panes of a window follow from its events in the order in which they came. A pane
 * whose accumulation discards holds a run of events, each run begins where the one before ended;
 * otherwise a pane holds all events up to somewhere, and the next one no fewer.
 *
 * <p>Where a run ends is not written anywhere, so every end that gives the pane's value is kept as
 * possible. Takes panes × events steps at worst.
 */
final class PaneRuns<E, A, R> {
  /** The panes do not follow from the events. */
  static final int NONE = -1;

  private final FunctionDefinition<E, A, R> definition;
  private final boolean discarding;

  PaneRuns(FunctionDefinition<E, A, R> definition, boolean discarding) {
    this.definition = definition;
    this.discarding = discarding;
  }

  /**
   * The largest number of events that the panes can hold.
   *
   * @param panes without retractions and what they took back
   * @return {@link #NONE} if there is no way
   */
  int covered(List<E> events, List<EmittedPane> panes) {
    TreeSet<Integer> ends = new TreeSet<>(List.of(0));
    for (EmittedPane pane : panes) {
      TreeSet<Integer> next = new TreeSet<>();
      if (discarding) {
        ends.forEach(from -> addEnds(events, from, from, pane, next));
      } else {
        addEnds(events, 0, ends.first(), pane, next);
      }
      if (next.isEmpty()) {
        return NONE;
      }
      ends = next;
    }
    return ends.last();
  }

  /** Adds the places, from the least on, where folding from another place gives the pane. */
  private void addEnds(List<E> events, int from, int least, EmittedPane pane, Set<Integer> ends) {
    A accumulator = definition.function().create();
    for (int end = from; end <= events.size(); end++) {
      if (end > from) {
        accumulator = definition.function().add(accumulator, events.get(end - 1));
      }
      if (end >= least && SameResult.is(result(accumulator, pane), pane.value())) {
        ends.add(end);
      }
    }
  }

  private byte @Nullable [] result(A accumulator, EmittedPane pane) {
    R result =
        definition
            .function()
            .finish(accumulator, new BatchContext(pane.window(), pane.kind(), pane.index()));
    return result == null ? null : definition.encoder().encode(result);
  }
}
