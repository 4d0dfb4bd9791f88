package dev.millrace.runtime.ingest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** The poll thread, without a thread and on any log: someone else says when it polls. */
public final class SteppedReader implements LogReader {
  private final Log log;
  private final LogEnds ends;
  private final Map<TopicPartition, Inbox> inboxes = new LinkedHashMap<>();
  private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();

  /** What can be read. */
  public interface Log {

    /**
     * Some records from an offset on; none if there are none.
     *
     * @throws OffsetOutOfRangeException if the log begins later
     */
    List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long from);

    /** Where to read on after these. */
    long nextOffset(
        TopicPartition partition, long from, List<ConsumerRecord<byte[], byte[]>> records);
  }

  public SteppedReader(Log log, LogEnds ends) {
    this.log = log;
    this.ends = ends;
  }

  @Override
  @SuppressWarnings("removal") // There is no consumer to ask.
  public ConsumerGroupMetadata group() {
    return new ConsumerGroupMetadata("simulated");
  }

  @Override
  public String trouble() {
    return "";
  }

  @Override
  public void read(Inbox inbox, long offset) {
    inboxes.put(inbox.partition(), inbox);
    positions.put(inbox.partition(), offset);
  }

  @Override
  public void stop(Inbox inbox) {
    if (inboxes.remove(inbox.partition(), inbox)) {
      ends.forget(inbox.partition());
    }
  }

  /** One poll of all partitions. */
  public void poll(long wallMs) {
    ends.refresh(inboxes.keySet());
    for (Map.Entry<TopicPartition, Inbox> entry : new LinkedHashMap<>(inboxes).entrySet()) {
      TopicPartition partition = entry.getKey();
      long from = positions.getOrDefault(partition, 0L);
      try {
        poll(entry.getValue(), from, wallMs);
      } catch (OffsetOutOfRangeException e) {
        inboxes.remove(partition);
        entry.getValue().fail(e);
      }
    }
  }

  private void poll(Inbox inbox, long from, long wallMs) {
    TopicPartition partition = inbox.partition();
    List<ConsumerRecord<byte[], byte[]>> records = log.read(partition, from);
    long next = log.nextOffset(partition, from, records);
    if (next > from && !inbox.isFull()) {
      positions.put(partition, next);
      inbox.offer(new Batch(records, next, wallMs));
    }
  }

  @Override
  public void close() {
    inboxes.clear();
  }
}
