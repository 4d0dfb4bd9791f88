package dev.millrace.cli.reconcile;

import dev.millrace.cli.kafka.KeyedWindow;
import dev.millrace.cli.kafka.SourceRecords;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.functions.time.EventTimeExtractor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a function should have said: groups all records by key and window and folds each group with
 * the function's own code. No state, and no watermark but where a record may be too late for some
 * of its windows only.
 *
 * <p>Keeps one accumulator per key and window in memory; all events for sessions, and where panes
 * are compared one by one.
 */
final class BatchComputation<E, A, R> {
  private final FunctionDefinition<E, A, R> definition;
  private final Map<KeyedWindow, A> accumulators = new HashMap<>();
  private final Map<ByteBuffer, List<Timed<E>>> sessionEvents = new HashMap<>();
  private final Map<KeyedWindow, Arrivals<E>> arrivals = new HashMap<>();
  private final LogWatermarks watermarks;
  private final boolean sessions;
  private final boolean keepsArrivals;
  private final boolean mayBePartlyLate;
  private long accepted;
  private long partlyLate;

  /**
   * Events of a window in the order of the log.
   *
   * @param partitions of the input that they came from; the order of two is not known
   */
  record Arrivals<E>(List<E> events, Set<Integer> partitions) {
    Arrivals() {
      this(new ArrayList<>(), new HashSet<>());
    }

    boolean isOrdered() {
      return partitions.size() <= 1;
    }
  }

  private static TopicPartition log(ConsumerRecord<byte[], byte[]> input) {
    return new TopicPartition(input.topic(), input.partition());
  }

  private record Timed<E>(long timeMs, E event) {}

  /**
   * Begins with nothing.
   *
   * @param keepsArrivals whether {@link #arrivals} will be asked for
   */
  BatchComputation(
      FunctionDefinition<E, A, R> definition, SourceRecords letters, boolean keepsArrivals) {
    this.definition = definition;
    this.keepsArrivals = keepsArrivals;
    this.sessions = definition.spec().window() instanceof WindowSpec.Session;
    // The watermark of a re-keyed function follows from several logs in an order that is not known.
    this.mayBePartlyLate =
        definition.spec().window() instanceof WindowSpec.Sliding
            && definition.spec().keySource() != KeySource.REKEY;
    this.watermarks = new LogWatermarks(definition.spec().time().outOfOrdernessMs(), letters);
  }

  /** Takes a record; false if no function could: no value, time or key, or not decodable. */
  boolean add(ConsumerRecord<byte[], byte[]> input) {
    try {
      return input.value() != null && add(input, definition.decoder().decode(input.value()));
    } catch (DecodeException e) {
      return false;
    }
  }

  /** Passes by a record that was too late, which may show how far the watermark was. */
  void pass(ConsumerRecord<byte[], byte[]> input) {
    watermarks.at(log(input), input.offset());
  }

  private boolean add(ConsumerRecord<byte[], byte[]> input, E event) {
    long timeMs = timeOf(event, input.timestamp());
    byte[] key = keyOf(event, input.key());
    if (timeMs == EventTimeExtractor.NONE || key == null) {
      return false;
    }
    accepted++;
    if (sessions) {
      sessionEvents
          .computeIfAbsent(ByteBuffer.wrap(key), k -> new ArrayList<>())
          .add(new Timed<>(timeMs, event));
    } else {
      addToWindows(input, key, timeMs, event);
    }
    return true;
  }

  private void addToWindows(
      ConsumerRecord<byte[], byte[]> input, byte[] key, long timeMs, E event) {
    long watermarkMs = watermarks.at(log(input), input.offset());
    long latenessMs = definition.spec().time().allowedLatenessMs();
    boolean isPartlyLate = false;
    for (BatchWindows.Span span : BatchWindows.of(definition.spec().window(), timeMs)) {
      KeyedWindow window = new KeyedWindow(ByteBuffer.wrap(key), span.startMs(), span.endMs());
      if (mayBePartlyLate && LateVerdict.isTooLate(span.endMs(), latenessMs, watermarkMs)) {
        isPartlyLate = true;
      } else if (keepsArrivals) {
        Arrivals<E> all = arrivals.computeIfAbsent(window, w -> new Arrivals<>());
        all.events().add(event);
        all.partitions().add(input.partition());
      } else {
        fold(window, event);
      }
    }
    partlyLate += isPartlyLate ? 1 : 0;
    watermarks.passed(log(input), timeMs);
  }

  /** Events of a window; empty if there are none. */
  Arrivals<E> arrivals(KeyedWindow window) {
    return arrivals.getOrDefault(window, new Arrivals<>());
  }

  /** Records that came too late for some of their windows, and were left out of these. */
  long partlyLate() {
    return partlyLate;
  }

  /** An event time that throws is one that is not there (rule W7). */
  @SuppressWarnings("CatchingUnchecked")
  private long timeOf(E event, long timestampMs) {
    try {
      return definition.eventTime().extractMs(event, timestampMs);
    } catch (RuntimeException e) {
      return EventTimeExtractor.NONE;
    }
  }

  private byte @Nullable [] keyOf(E event, byte @Nullable [] recordKey) {
    var extractor = definition.key();
    return extractor == null ? recordKey : extractor.extract(event);
  }

  private void fold(KeyedWindow window, E event) {
    A accumulator = accumulators.get(window);
    accumulators.put(
        window,
        definition
            .function()
            .add(accumulator == null ? definition.function().create() : accumulator, event));
  }

  /** All windows that have events. No record may be added after this. */
  Set<KeyedWindow> windows() {
    sessionEvents.forEach(this::foldSessions);
    sessionEvents.clear();
    return keepsArrivals ? arrivals.keySet() : accumulators.keySet();
  }

  /** Sorted by time, a session goes on as long as the next event is at most a gap away (W6). */
  private void foldSessions(ByteBuffer key, List<Timed<E>> events) {
    long gapMs = ((WindowSpec.Session) definition.spec().window()).gapMs();
    events.sort(Comparator.comparingLong(Timed::timeMs));
    int first = 0;
    for (int next = 1; next <= events.size(); next++) {
      long lastMs = events.get(next - 1).timeMs();
      if (next == events.size() || events.get(next).timeMs() > lastMs + gapMs) {
        KeyedWindow window = new KeyedWindow(key, events.get(first).timeMs(), lastMs + gapMs);
        events.subList(first, next).forEach(timed -> fold(window, timed.event()));
        first = next;
      }
    }
  }

  /**
   * The encoded result of a window, or null if the function emits nothing for it.
   *
   * @param kind and {@code index}: those of the pane it is compared with, which a function may see
   */
  byte @Nullable [] result(KeyedWindow window, PaneKind kind, int index) {
    arrivals(window).events().forEach(event -> fold(window, event));
    arrivals.remove(window);
    A accumulator = accumulators.get(window);
    if (accumulator == null) {
      return null;
    }
    R result = definition.function().finish(accumulator, new BatchContext(window, kind, index));
    return result == null ? null : definition.encoder().encode(result);
  }

  /** Number of records that were taken. */
  long accepted() {
    return accepted;
  }
}
