package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Tumbling sums of one partition in hash maps. */
final class NaiveWindows {
  private final TreeMap<Long, Map<String, long[]>> windows = new TreeMap<>();
  private final Consumer<Pane> panes;
  private long watermarkMs = Long.MIN_VALUE;

  NaiveWindows(Consumer<Pane> panes) {
    this.panes = panes;
  }

  void add(Purchase event) {
    long startMs = Math.floorDiv(event.atMs(), Shape.TUMBLING_MS) * Shape.TUMBLING_MS;
    windows.computeIfAbsent(startMs, w -> new HashMap<>())
            .computeIfAbsent(event.user(), k -> new long[1])[0] +=
        event.amount();
    watermarkMs = Math.max(watermarkMs, event.atMs() - Shape.LATENESS_MS);
    fire();
  }

  private void fire() {
    while (!windows.isEmpty() && windows.firstKey() + Shape.TUMBLING_MS <= watermarkMs) {
      Map.Entry<Long, Map<String, long[]>> window = windows.pollFirstEntry();
      long startMs = window.getKey();
      window
          .getValue()
          .forEach(
              (key, sum) ->
                  panes.accept(new Pane(key, startMs, startMs + Shape.TUMBLING_MS, sum[0])));
    }
  }
}
