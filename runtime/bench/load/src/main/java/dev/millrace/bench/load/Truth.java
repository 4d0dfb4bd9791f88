package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a batch job would answer: every window of every user, from all events at once. */
final class Truth {
  /** What identifies a pane. */
  record Window(String user, long startMs, long endMs) {}

  private final Shape shape;
  private final Map<Window, Long> totals = new HashMap<>();
  private final Map<String, List<Long>> timesOfUsers = new HashMap<>();

  Truth(Shape shape) {
    this.shape = shape;
  }

  void add(Purchase event) {
    switch (shape) {
      case TUMBLING -> addToWindows(event, Shape.TUMBLING_MS, Shape.TUMBLING_MS);
      case SLIDING -> addToWindows(event, Shape.SLIDING_MS, Shape.SLIDE_MS);
      case SESSION ->
          timesOfUsers.computeIfAbsent(event.user(), u -> new ArrayList<>()).add(event.atMs());
      case STATELESS -> {
        if (event.amount() >= Shape.LARGE) {
          // Two of a user at the same time count as one of their sum, here and where they are read.
          totals.merge(windowOf(Pane.of(event)), (long) event.amount(), Long::sum);
        }
      }
    }
  }

  private void addToWindows(Purchase event, long sizeMs, long slideMs) {
    long lastMs = Math.floorDiv(event.atMs(), slideMs) * slideMs;
    for (long startMs = lastMs; startMs > event.atMs() - sizeMs; startMs -= slideMs) {
      totals.merge(
          new Window(event.user(), startMs, startMs + sizeMs), shape.value(event), Long::sum);
    }
  }

  /** All panes; to be asked for when all events are in. */
  Map<Window, Long> totals() {
    timesOfUsers.forEach(this::addSessions);
    timesOfUsers.clear();
    return totals;
  }

  private void addSessions(String user, List<Long> timesMs) {
    timesMs.sort(null);
    long firstMs = timesMs.get(0);
    long lastMs = firstMs;
    long count = 0;
    for (long atMs : timesMs) {
      if (atMs > lastMs + Shape.GAP_MS) {
        totals.put(new Window(user, firstMs, lastMs + Shape.GAP_MS), count);
        firstMs = atMs;
        count = 0;
      }
      lastMs = atMs;
      count++;
    }
    totals.put(new Window(user, firstMs, lastMs + Shape.GAP_MS), count);
  }

  static Window windowOf(Pane pane) {
    return new Window(pane.key(), pane.startMs(), pane.endMs());
  }
}
