package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.function.Consumer;

/** A partition's work as one would write it in an afternoon: in hash maps, kept nowhere. */
@FunctionalInterface
interface Naive {
  void add(Purchase event);

  /**
   * For a workload.
   *
   * @param panes takes what is complete
   */
  static Naive of(Shape shape, Consumer<Pane> panes) {
    return switch (shape) {
      case TUMBLING -> new NaiveWindows(Shape.TUMBLING_MS, Shape.TUMBLING_MS, panes);
      case SLIDING -> new NaiveWindows(Shape.SLIDING_MS, Shape.SLIDE_MS, panes);
      case SESSION -> new NaiveSessions(panes);
      case STATELESS ->
          event -> {
            if (event.amount() >= Shape.LARGE) {
              panes.accept(Pane.of(event));
            }
          };
    };
  }
}
