package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.Decision;
import dev.millrace.engine.InputRecord;
import dev.millrace.engine.SourceMarker;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.runtime.rekey.InBand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a partition must have emitted up to an offset: rules W2 to W4 and W9 for tumbling windows,
 * and R2 over a re-key topic, written down plainly, given the decisions that became durable. Shares
 * no code with the engine.
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
  private final @Nullable SimSources sources;
  private long watermarkMs = NONE;
  private long nextOffset;
  private int read;

  /**
   * Nothing was read yet.
   *
   * @param isRekeyed whether the partition is one of a re-key topic, which sources feed
   */
  SimOracle(FunctionSpec spec, boolean isRekeyed) {
    this.sources = isRekeyed ? new SimSources(spec.time().idleTimeoutMs()) : null;
    this.sizeMs = ((WindowSpec.Tumbling) spec.window()).sizeMs();
    this.disorderMs = spec.time().outOfOrdernessMs();
    this.latenessMs = spec.time().allowedLatenessMs();
  }

  /** How many sources hold the watermark back from the beginning. */
  void expect(int count) {
    if (sources != null) {
      sources.expect(count);
    }
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
  List<String> upTo(long offset, List<ConsumerRecord<byte[], byte[]>> log) {
    while (read < log.size() && log.get(read).offset() < offset) {
      ConsumerRecord<byte[], byte[]> record = log.get(read++);
      advancesUpTo(record.offset());
      if (sources != null && InBand.isMarker(record)) {
        InBand.readMarkers(record).forEach(sources::heard);
        watermarkMs = Math.max(watermarkMs, sources.watermarkMs());
        fire();
      } else {
        record(record);
      }
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

  private void record(ConsumerRecord<byte[], byte[]> record) {
    if (!pending.isEmpty()
        && pending.get(0) instanceof Decision.Reject reject
        && reject.offset() == record.offset()) {
      pending.remove(0);
      output.add("rejected " + origin(record));
      return;
    }
    SimFunction.Event event = SimFunction.Event.decode(record.value());
    long endMs = (Math.floorDiv(event.timeMs(), sizeMs) + 1) * sizeMs;
    if (isPassed(endMs + latenessMs)) {
      output.add("late " + origin(record));
      observe(record, event);
    } else {
      Key key = new Key(endMs, new String(record.key(), UTF_8));
      boolean isLate = isPassed(endMs);
      Window window = windows.computeIfAbsent(key, k -> new Window());
      window.names += event.id() + " ";
      observe(record, event);
      if (isLate) {
        emit(key, window, "late");
      }
    }
    fire();
  }

  private void observe(ConsumerRecord<byte[], byte[]> record, SimFunction.Event event) {
    if (sources == null) {
      watermarkMs = Math.max(watermarkMs, event.timeMs() - disorderMs);
    } else {
      InputRecord seen = InBand.readRecord(record, new InputRecord());
      sources.heard(new SourceMarker(seen.source(), seen.sourceWatermarkMs(), false, 0));
      watermarkMs = Math.max(watermarkMs, sources.watermarkMs());
    }
  }

  /** Partition, or number of the source, and offset of the input. */
  private String origin(ConsumerRecord<byte[], byte[]> record) {
    if (sources == null) {
      return record.partition() + "/" + record.offset();
    }
    InputRecord seen = InBand.readRecord(record, new InputRecord());
    return seen.source() + "/" + seen.sourceOffset();
  }

  /** Whether windows are not complete. */
  boolean awaitsTime() {
    return windows.values().stream().anyMatch(window -> window.panes == 0);
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
