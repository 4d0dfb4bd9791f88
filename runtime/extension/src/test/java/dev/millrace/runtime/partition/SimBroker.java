package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.partition.SimWorld.Sabotage;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.OffsetNote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Logs with gaps, transactions with fencing, and group offsets, in memory. Every commit is judged:
 * what it makes visible must be what the records before its offset ask for.
 */
final class SimBroker {

  /** A partition of the input or of the re-key topic, with the position of who reads it. */
  private static final class Log {
    final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    final SimJudge judge;
    long start;
    long end;
    @Nullable OffsetAndMetadata group;
    boolean isExpired;
    long committed;

    Log(SimJudge judge) {
      this.judge = judge;
    }

    /** Index of the first record that is not before the offset. */
    int indexOf(long offset) {
      int index = records.size();
      while (index > 0 && records.get(index - 1).offset() >= offset) {
        index--;
      }
      return index;
    }
  }

  private final SimWorld world;
  private final Topics topics;
  private final boolean isRekeyed;
  private final Map<PartitionRef, Log> logs = new TreeMap<>();
  private final Map<String, Integer> producerEpochs = new HashMap<>();

  /**
   * Empty logs.
   *
   * @param rekeyPartitions of the re-key topic; 0 if the function needs none
   */
  SimBroker(SimWorld world, FunctionSpec spec, Topics topics, int sources, int rekeyPartitions) {
    this.world = world;
    this.topics = topics;
    this.isRekeyed = rekeyPartitions > 0;
    for (int p = 0; p < rekeyPartitions; p++) {
      logs.put(PartitionRef.windows(p), new Log(new SimOutput(world, spec, topics, p, sources)));
    }
    for (int p = 0; p < sources; p++) {
      if (isRekeyed) {
        SimJudge judge = new SimForwarding(world, spec, topics, p, rekeyPartitions);
        logs.put(PartitionRef.source(p), new Log(judge));
      } else {
        logs.put(PartitionRef.windows(p), new Log(new SimOutput(world, spec, topics, p, 0)));
      }
    }
  }

  /** All partitions that somebody has to serve, of both stages. */
  Set<PartitionRef> partitions() {
    return logs.keySet();
  }

  /** How many partitions keep windows. */
  int windowPartitions() {
    return (int) logs.keySet().stream().filter(ref -> ref.stage() == Stage.WINDOWS).count();
  }

  private Log log(PartitionRef ref) {
    Log log = logs.get(ref);
    if (log == null) {
      throw world.broken("There is no partition %s", ref);
    }
    return log;
  }

  private PartitionRef ref(TopicPartition partition) {
    return isRekeyed && !partition.topic().equals(topics.rekey())
        ? PartitionRef.source(partition.partition())
        : PartitionRef.windows(partition.partition());
  }

  private Log log(TopicPartition partition) {
    return log(ref(partition));
  }

  /** Appends a record to the input, after a gap as aborted transactions and markers leave them. */
  void append(int partition, String key, SimFunction.Event event) {
    TopicPartition input = new TopicPartition(topics.inputs().get(0), partition);
    log(input).end += world.random.nextInt(5) == 0 ? world.random.nextInt(1, 4) : 0;
    append(input, key.getBytes(UTF_8), event.encode(), new RecordHeaders());
  }

  private void append(
      TopicPartition to, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    Log log = log(to);
    log.records.add(
        new ConsumerRecord<>(
            to.topic(),
            to.partition(),
            log.end++,
            world.nowMs(),
            TimestampType.CREATE_TIME,
            key == null ? ConsumerRecord.NULL_SIZE : key.length,
            value == null ? ConsumerRecord.NULL_SIZE : value.length,
            key,
            value,
            headers,
            Optional.empty()));
  }

  LogRange range(TopicPartition partition) {
    Log log = log(partition);
    return new LogRange(log.start, log.end);
  }

  /** First offset that a log still has. */
  long start(PartitionRef ref) {
    return log(ref).start;
  }

  /** First offset whose outputs are not committed. */
  long committed(PartitionRef ref) {
    return log(ref).committed;
  }

  /** Whether everything was read, and no window waits for its time. */
  boolean isAtEnd() {
    return logs.values().stream().allMatch(p -> p.committed >= p.end && !p.judge.awaitsMore());
  }

  @Nullable OffsetAndMetadata group(PartitionRef ref) {
    return world.is(Sabotage.GROUP_IGNORED) ? null : log(ref).group;
  }

  @Nullable OffsetAndMetadata group(TopicPartition partition) {
    return group(ref(partition));
  }

  /** The group's offset expires (X6). */
  void expire(PartitionRef ref) {
    log(ref).group = null;
    log(ref).isExpired = true;
  }

  /** Whether the group's offset has expired and was not committed since. */
  boolean isExpired(PartitionRef ref) {
    return log(ref).isExpired;
  }

  /** Deletes the records before an offset (R4). */
  void deleteBefore(TopicPartition partition, long offset) {
    Log log = log(partition);
    world.note("%s is deleted before %d", partition, offset);
    log.start = Math.max(log.start, offset);
  }

  List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long from, int max) {
    Log log = log(partition);
    if (from < log.start) {
      throw new OffsetOutOfRangeException(Map.of(partition, from));
    }
    int first = log.indexOf(from);
    return List.copyOf(log.records.subList(first, Math.min(log.records.size(), first + max)));
  }

  /** Fences whoever wrote under that id, and aborts what is open (X1). */
  OutputTransaction open(SimPod pod, String transactionalId) {
    pod.call("initTransactions");
    int epoch = producerEpochs.merge(transactionalId, 1, Integer::sum);
    world.note("%s opens %s, producer epoch %d", pod.name(), transactionalId, epoch);
    return new Transaction(pod, transactionalId, epoch);
  }

  private final class Transaction implements OutputTransaction {
    private final SimPod pod;
    private final String id;
    private final int epoch;
    private List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();

    Transaction(SimPod pod, String id, int epoch) {
      this.pod = pod;
      this.id = id;
      this.epoch = epoch;
    }

    @Override
    public void send(ProducerRecord<byte[], byte[]> record) {
      sent.add(record);
    }

    @Override
    public void commit(TopicPartition partition, long nextOffset, String note) {
      pod.call("commit");
      if (producerEpochs.getOrDefault(id, 0) != epoch && !world.is(Sabotage.NO_FENCING)) {
        world.note("%s is fenced on %s", pod.name(), id);
        throw new ProducerFencedException("simulated");
      }
      if (world.mishap(0.01)) {
        throw new TimeoutException("simulated: not committed");
      }
      List<ProducerRecord<byte[], byte[]>> records = sent;
      sent = new ArrayList<>();
      world.note(
          "%s commits %s up to %d, %d records, %s",
          pod.name(), partition, nextOffset, records.size(), note);
      committed(ref(partition), nextOffset, note, records);
      forward(records);
      pod.call("committed");
      if (world.mishap(0.01)) {
        throw new TimeoutException("simulated: committed, but the answer is lost");
      }
    }

    @Override
    public void commit() {
      throw world.broken("%s commits without a position, but no source leaves", pod.name());
    }

    @Override
    public void abort() {
      sent = new ArrayList<>();
    }

    @Override
    public int maxRecordBytes(String topic) {
      return 1_000_000;
    }

    @Override
    public void close() {
      sent = new ArrayList<>();
    }
  }

  private void committed(
      PartitionRef ref, long next, String text, List<ProducerRecord<byte[], byte[]>> records) {
    Log log = log(ref);
    OffsetNote note = OffsetNote.parse(text);
    if (note == null || next < log.committed) {
      throw world.broken("%s: committed %d after %d: %s", ref, next, log.committed, text);
    }
    log.committed = next;
    log.group = new OffsetAndMetadata(next, kept(note).text());
    log.isExpired = false;
    log.judge.committed(next, note, records, log.records);
  }

  /** What a transaction wrote to the re-key topic can be read now, with its end behind it. */
  private void forward(List<ProducerRecord<byte[], byte[]>> records) {
    Set<TopicPartition> written = new HashSet<>();
    for (ProducerRecord<byte[], byte[]> record : records) {
      boolean isLost = record.key() == null && world.is(Sabotage.MARKERS_LOST);
      if (record.topic().equals(topics.rekey()) && !isLost) {
        TopicPartition to = new TopicPartition(record.topic(), record.partition());
        append(to, record.key(), record.value(), record.headers());
        written.add(to);
      }
    }
    written.forEach(to -> log(to).end++);
  }

  private OffsetNote kept(OffsetNote note) {
    return new OffsetNote(
        world.is(Sabotage.WATERMARK_FORGOTTEN) ? Long.MIN_VALUE : note.watermarkMs(),
        note.base(),
        world.is(Sabotage.DECISIONS_FORGOTTEN) ? List.of() : note.decisions(),
        world.is(Sabotage.CURSOR_FORGOTTEN) ? null : note.cursor(),
        note.source());
  }
}
