package dev.millrace.runtime.ingest;

import dev.millrace.runtime.config.KafkaFailures;
import dev.millrace.runtime.lane.BrokenMachineException;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.lane.StartTimes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jboss.logging.Logger;

/**
 * Polls the partitions that a pod has of a function: one consumer, assigned, not subscribed (X1),
 * on one thread. Polling and working are separated, so that slow work or a restore never looks like
 * a dead reader (case K11); a partition whose inbox is full is paused, the others go on.
 */
public final class KafkaIngest implements LogReader {
  private static final Logger LOG = Logger.getLogger(KafkaIngest.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration CLOSE = Duration.ofSeconds(2);
  private static final long RETRY_MS = 1_000;

  /** A poll that brings nothing does not show that the trouble is over: the next one may throw. */
  private static final long CALM_MS = 3_000;

  private final LogEnds ends;
  private final Clocks clocks;
  private final KafkaFailures failures;
  private final StartTimes times;
  private final BlockingQueue<Runnable> commands = new LinkedBlockingQueue<>();
  private final Map<TopicPartition, Inbox> inboxes = new HashMap<>();
  private final LogLimiter limiter = new LogLimiter();
  private final ConsumerGroupMetadata group;
  private final Thread thread;
  private final Consumer<byte[], byte[]> consumer;
  private volatile boolean closed;
  private volatile String trouble = "";
  private long troubledAtMs;

  /**
   * Starts the thread.
   *
   * @param consumer belongs to this from now on
   */
  public KafkaIngest(
      String name,
      Consumer<byte[], byte[]> consumer,
      LogEnds ends,
      KafkaFailures failures,
      Clocks clocks,
      StartTimes times) {
    this.ends = ends;
    this.failures = failures;
    this.clocks = clocks;
    this.times = times;
    this.consumer = consumer;
    this.group = consumer.groupMetadata();
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public ConsumerGroupMetadata group() {
    return group;
  }

  @Override
  public String trouble() {
    return trouble;
  }

  @Override
  public void read(Inbox inbox, long offset) {
    inbox.connect(this::wake);
    execute(
        () -> {
          inboxes.put(inbox.partition(), inbox);
          consumer.assign(inboxes.keySet());
          consumer.seek(inbox.partition(), offset);
          // It may still be paused for the inbox it had before.
          consumer.resume(Set.of(inbox.partition()));
        });
  }

  @Override
  public void stop(Inbox inbox) {
    execute(
        () -> {
          if (inboxes.remove(inbox.partition(), inbox)) {
            consumer.assign(inboxes.keySet());
            ends.forget(inbox.partition());
          }
        });
  }

  private void execute(Runnable command) {
    commands.add(command);
    wake();
  }

  private void wake() {
    consumer.wakeup();
  }

  private void run() {
    while (!closed) {
      try {
        runCommands();
        if (!closed && !inboxes.isEmpty()) {
          ends.refresh(inboxes.keySet());
          boolean brought = pollOnce();
          if (brought || clocks.monotonicMs() - troubledAtMs > CALM_MS) {
            trouble = "";
          }
        }
      } catch (WakeupException e) {
        // A command or a drained inbox: the loop looks at both.
      } catch (OffsetOutOfRangeException e) {
        e.offsetOutOfRangePartitions().keySet().forEach(p -> fail(p, e));
      } catch (InterruptException e) {
        closed = true;
      } catch (KafkaException e) {
        troubled(e);
      } catch (RuntimeException | Error e) {
        failAll(e);
      }
    }
    consumer.close(CloseOptions.timeout(CLOSE));
  }

  /**
   * Something nobody expected, such as a codec that cannot be loaded (case N01): what was polled
   * may be lost on the way, so every partition is opened again from where it is committed, and says
   * why.
   */
  private void failAll(Throwable cause) {
    trouble = failures.explain(cause);
    troubledAtMs = clocks.monotonicMs();
    LOG.errorf(cause, "Expected to read from Kafka, but failed. All partitions are opened again.");
    RuntimeException failure = BrokenMachineException.unchecked(cause);
    List.copyOf(inboxes.keySet()).forEach(partition -> fail(partition, failure));
  }

  private void runCommands() {
    try {
      Runnable command =
          inboxes.isEmpty()
              ? commands.poll(POLL.toMillis(), TimeUnit.MILLISECONDS)
              : commands.poll();
      for (; command != null; command = commands.poll()) {
        command.run();
      }
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private boolean pollOnce() {
    adjustPauses();
    ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
    long wallMs = clocks.wallMs();
    if (!records.isEmpty()) {
      times.reached(StartTimes.Step.POLLED);
    }
    // Also has partitions that brought only control records: their position moved as well (K07).
    records
        .nextOffsets()
        .forEach(
            (partition, next) -> {
              Inbox inbox = inboxes.get(partition);
              if (inbox != null) {
                inbox.offer(new Batch(records.records(partition), next.offset(), wallMs));
              }
            });
    return !records.nextOffsets().isEmpty();
  }

  private void adjustPauses() {
    for (Inbox inbox : inboxes.values()) {
      if (!inbox.isPaused() && inbox.isFull()) {
        inbox.paused(true);
        consumer.pause(Set.of(inbox.partition()));
      } else if (inbox.isPaused() && inbox.isLow()) {
        inbox.paused(false);
        consumer.resume(Set.of(inbox.partition()));
      }
    }
  }

  private void fail(TopicPartition partition, RuntimeException cause) {
    Inbox inbox = inboxes.remove(partition);
    consumer.assign(inboxes.keySet());
    if (inbox != null) {
      inbox.fail(cause);
    }
  }

  private void troubled(KafkaException e) {
    trouble = failures.explain(e);
    troubledAtMs = clocks.monotonicMs();
    if (limiter.allows(clocks.monotonicMs())) {
      LOG.warnf("Expected to read from Kafka, but cannot: error=%s It is tried again.", trouble);
    }
    try {
      Thread.sleep(RETRY_MS);
    } catch (InterruptedException i) {
      closed = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    wake();
    try {
      thread.join(CLOSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
