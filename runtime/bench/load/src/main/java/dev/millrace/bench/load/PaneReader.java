package dev.millrace.bench.load;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.load.Truth.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a run writes, while it writes it, as a {@code read_committed} consumer would, and
 * compares it with the truth.
 */
final class PaneReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);

  private final Map<Window, Long> truth;
  private final boolean oncePerWindow;
  private final Consumer<Pane> listener;
  private final Map<Window, Long> seen = new HashMap<>();
  private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
  private final KafkaConsumer<byte[], byte[]> consumer;
  private long twice;
  private final Thread thread;
  private volatile boolean closed;
  private volatile int windows;
  private volatile long newestEndMs;

  /**
   * Starts to read.
   *
   * @param oncePerWindow each window has one pane; else its last one counts
   */
  PaneReader(
      KafkaConsumer<byte[], byte[]> consumer, Map<Window, Long> truth, boolean oncePerWindow) {
    this(consumer, truth, oncePerWindow, pane -> {});
  }

  /**
   * As above, with somebody who is told of each pane as it comes.
   *
   * @param listener called by the thread that reads
   */
  PaneReader(
      KafkaConsumer<byte[], byte[]> consumer,
      Map<Window, Long> truth,
      boolean oncePerWindow,
      Consumer<Pane> listener) {
    this.listener = listener;
    this.consumer = consumer;
    this.truth = truth;
    this.oncePerWindow = oncePerWindow;
    this.thread = new Thread(this::read, "panes");
    thread.start();
  }

  private void read() {
    try (consumer) {
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          take(Pane.parse(record.value()));
        }
        windows = seen.size();
      }
    } catch (IOException | RuntimeException e) {
      // Said by difference(); the one who waits for panes must not wait for ever.
      wrong.compareAndSet(null, "could not be read: " + e);
      windows = Integer.MAX_VALUE;
    }
  }

  private void take(Pane pane) {
    if (Workload.isEnd(pane.key())) {
      return;
    }
    listener.accept(pane);
    Window window = Truth.windowOf(pane);
    if (pane.isOfEvent()) {
      // One that came twice has twice its amount.
      seen.merge(window, pane.total(), Long::sum);
    } else if (seen.put(window, pane.total()) != null && oncePerWindow) {
      twice++;
    }
    newestEndMs = Math.max(newestEndMs, pane.endMs());
  }

  /** Number of different windows so far. */
  int windows() {
    return windows;
  }

  /** The latest end of a window that was seen, in epoch milliseconds, or 0. */
  long newestEndMs() {
    return newestEndMs;
  }

  /** What differs from the truth, counted, or null; ends the reading. */
  @Nullable String difference() {
    close();
    if (wrong.get() != null) {
      return wrong.get();
    }
    long missing = truth.keySet().stream().filter(window -> !seen.containsKey(window)).count();
    long same =
        truth.entrySet().stream().filter(e -> e.getValue().equals(seen.get(e.getKey()))).count();
    long other = truth.size() - missing - same;
    long more = seen.size() - same - other;
    return missing + other + more + twice == 0
        ? null
        : "of %,d windows %,d are missing, %,d have another total; %,d more, %,d twice"
            .formatted(truth.size(), missing, other, more, twice);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
