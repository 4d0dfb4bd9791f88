package dev.millrace.runtime.partition;

import dev.millrace.engine.Decision;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a partition must have emitted up to an offset: rules W2 to W4 and W9 for tumbling windows,
 * written down plainly, given the decisions that became durable. Shares no code with the engine.
 */
final class SimOracle {
  private static final long NONE = Long.MIN_VALUE;

  private record Key(long endMs, String key) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return Comparator.comparingLong(Key::endMs).thenComparing(Key::key).compare(this, other);
    }
  }

  private static final class Window {
    String names = "";
    int panes;
  }

  private final long sizeMs;
  private final long disorderMs;
  private final long latenessMs;
  private final TreeMap<Key, Window> windows = new TreeMap<>();
  private final List<String> output = new ArrayList<>();
  private final Set<Decision> decided = new HashSet<>();
  private final List<Decision> pending = new ArrayList<>();
  private long watermarkMs = NONE;
  private long nextOffset;
  private int read;

  SimOracle(FunctionSpec spec) {
    this.sizeMs = ((WindowSpec.Tumbling) spec.window()).sizeMs();
    this.disorderMs = spec.time().outOfOrdernessMs();
    this.latenessMs = spec.time().allowedLatenessMs();
  }

  /** Decisions that a transaction made durable; those seen before count once. */
  void decided(List<Decision> decisions) {
    for (Decision decision : decisions) {
      if (decided.add(decision)) {
        if (decision.offset() < nextOffset) {
          throw new AssertionError(
              "A decision about the past: " + decision + ", committed up to " + nextOffset);
        }
        pending.add(decision);
      }
    }
  }

  /** All outputs that follow from the records before the offset, in order. */
  List<String> upTo(long offset, List<SimBroker.Stored> log) {
    while (read < log.size() && log.get(read).offset() < offset) {
      SimBroker.Stored record = log.get(read++);
      advancesUpTo(record.offset());
      record(record);
    }
    nextOffset = Math.max(nextOffset, offset);
    advancesUpTo(offset);
    return output;
  }

  long watermarkMs() {
    return watermarkMs;
  }

  private void advancesUpTo(long offset) {
    while (!pending.isEmpty()
        && pending.get(0) instanceof Decision.Advance advance
        && advance.offset() <= offset) {
      pending.remove(0);
      watermarkMs = Math.max(watermarkMs, advance.watermarkMs());
      fire();
    }
  }

  private void record(SimBroker.Stored record) {
    if (!pending.isEmpty()
        && pending.get(0) instanceof Decision.Reject reject
        && reject.offset() == record.offset()) {
      pending.remove(0);
      output.add("rejected " + record.offset());
      return;
    }
    SimFunction.Event event = SimFunction.Event.decode(record.value());
    long endMs = (Math.floorDiv(event.timeMs(), sizeMs) + 1) * sizeMs;
    if (isPassed(endMs + latenessMs)) {
      output.add("late " + record.offset());
    } else {
      boolean isLate = isPassed(endMs);
      Window window =
          windows.computeIfAbsent(new Key(endMs, record.keyText()), key -> new Window());
      window.names += event.id() + " ";
      watermarkMs = Math.max(watermarkMs, event.timeMs() - disorderMs);
      if (isLate) {
        emit(new Key(endMs, record.keyText()), window, "late");
      }
    }
    watermarkMs = Math.max(watermarkMs, event.timeMs() - disorderMs);
    fire();
  }

  private void fire() {
    windows.forEach(
        (key, window) -> {
          if (window.panes == 0 && isPassed(key.endMs())) {
            emit(key, window, "on-time");
          }
        });
    windows.keySet().removeIf(key -> isPassed(key.endMs() + latenessMs));
  }

  private void emit(Key key, Window window, String kind) {
    boolean isFinal = isPassed(key.endMs() + latenessMs);
    output.add(
        pane(
            key.key(),
            key.endMs() - sizeMs,
            key.endMs(),
            kind,
            window.panes++,
            isFinal,
            window.names));
  }

  static String pane(
      String key, long start, long end, String kind, int index, boolean isFinal, String value) {
    return key + " [" + start + "," + end + ") " + kind + " " + index + " " + isFinal + " " + value;
  }

  private boolean isPassed(long ms) {
    return watermarkMs != NONE && watermarkMs >= ms;
  }
}
