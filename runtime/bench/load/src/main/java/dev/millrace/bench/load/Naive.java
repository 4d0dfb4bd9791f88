package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.function.Consumer;

/** Windows of one partition as one would write them in an afternoon: in hash maps, kept nowhere. */
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
    };
  }
}
