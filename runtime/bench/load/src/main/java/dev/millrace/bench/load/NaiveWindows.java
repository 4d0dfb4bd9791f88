package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Sums over windows of a fixed size: an event is added to each of those that it is in. */
final class NaiveWindows implements Naive {
  private final TreeMap<Long, Map<String, long[]>> windows = new TreeMap<>();
  private final long sizeMs;
  private final long slideMs;
  private final Consumer<Pane> panes;
  private long watermarkMs = Long.MIN_VALUE;

  NaiveWindows(long sizeMs, long slideMs, Consumer<Pane> panes) {
    this.sizeMs = sizeMs;
    this.slideMs = slideMs;
    this.panes = panes;
  }

  @Override
  public void add(Purchase event) {
    long lastMs = Math.floorDiv(event.atMs(), slideMs) * slideMs;
    for (long startMs = lastMs; startMs > event.atMs() - sizeMs; startMs -= slideMs) {
      windows.computeIfAbsent(startMs, w -> new HashMap<>())
              .computeIfAbsent(event.user(), k -> new long[1])[0] +=
          event.amount();
    }
    watermarkMs = Math.max(watermarkMs, event.atMs() - Shape.LATENESS_MS);
    fire();
  }

  private void fire() {
    while (!windows.isEmpty() && windows.firstKey() + sizeMs <= watermarkMs) {
      Map.Entry<Long, Map<String, long[]>> window = windows.pollFirstEntry();
      long startMs = window.getKey();
      window
          .getValue()
          .forEach((key, sum) -> panes.accept(new Pane(key, startMs, startMs + sizeMs, sum[0])));
    }
  }
}
