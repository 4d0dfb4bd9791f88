package dev.millrace.cli.reconcile;

import dev.millrace.cli.kafka.KeyedWindow;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.functions.time.EventTimeExtractor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a function should have said: groups all records by key and window and folds each group with
 * the function's own code. No watermark, no order, no state: nothing is ever late here.
 *
 * <p>Keeps one accumulator per key and window in memory; for sessions all events.
 */
final class BatchComputation<E, A, R> {
  private final FunctionDefinition<E, A, R> definition;
  private final Map<KeyedWindow, A> accumulators = new HashMap<>();
  private final Map<ByteBuffer, List<Timed<E>>> sessionEvents = new HashMap<>();
  private final boolean sessions;
  private long accepted;

  private record Timed<E>(long timeMs, E event) {}

  BatchComputation(FunctionDefinition<E, A, R> definition) {
    this.definition = definition;
    this.sessions = definition.spec().window() instanceof WindowSpec.Session;
  }

  /** Takes a record; false if no function could: no value, time or key, or not decodable. */
  boolean add(ConsumerRecord<byte[], byte[]> input) {
    try {
      return input.value() != null && add(input, definition.decoder().decode(input.value()));
    } catch (DecodeException e) {
      return false;
    }
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
      for (BatchWindows.Span span : BatchWindows.of(definition.spec().window(), timeMs)) {
        fold(new KeyedWindow(ByteBuffer.wrap(key), span.startMs(), span.endMs()), event);
      }
    }
    return true;
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
    return accumulators.keySet();
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
    A accumulator = accumulators.get(window);
    if (accumulator == null) {
      return null;
    }
    R result = definition.function().finish(accumulator, new Context(window, kind, index));
    return result == null ? null : definition.encoder().encode(result);
  }

  /** Number of records that were taken. */
  long accepted() {
    return accepted;
  }

  private record Context(KeyedWindow window, PaneKind paneKind, int paneIndex)
      implements WindowContext {
    @Override
    public byte[] keyBytes() {
      return window.key().array();
    }

    @Override
    public long startMs() {
      return window.startMs();
    }

    @Override
    public long endMs() {
      return window.endMs();
    }
  }
}
