package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.partition.SimWorld.Sabotage;
import dev.millrace.runtime.position.DecisionLog;
import dev.millrace.runtime.position.OffsetNote;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Input logs with gaps, transactions with fencing, and group offsets, in memory. Every commit is
 * held against the oracle: what it makes visible must be what the records before its offset ask
 * for.
 */
final class SimBroker {

  /** A record of an input log. */
  record Stored(long offset, long timestampMs, byte[] key, byte[] value) {
    String keyText() {
      return new String(key, UTF_8);
    }
  }

  private static final class Partition {
    final List<Stored> log = new ArrayList<>();
    final List<String> output = new ArrayList<>();
    final SimOracle oracle;
    long end;
    @Nullable OffsetAndMetadata group;
    long committed;
    int compared;

    Partition(SimOracle oracle) {
      this.oracle = oracle;
    }
  }

  private final SimWorld world;
  private final Topics topics;
  private final List<Partition> partitions = new ArrayList<>();
  private final Map<String, Integer> producerEpochs = new HashMap<>();

  SimBroker(SimWorld world, FunctionSpec spec, Topics topics, int count) {
    this.world = world;
    this.topics = topics;
    for (int i = 0; i < count; i++) {
      partitions.add(new Partition(new SimOracle(spec)));
    }
  }

  int count() {
    return partitions.size();
  }

  /** Appends a record, after a gap as aborted transactions and markers leave them. */
  void append(int partition, String key, SimFunction.Event event) {
    Partition p = partitions.get(partition);
    p.end += world.random.nextInt(5) == 0 ? world.random.nextInt(1, 4) : 0;
    p.log.add(new Stored(p.end++, world.nowMs(), key.getBytes(UTF_8), event.encode()));
  }

  long end(int partition) {
    return partitions.get(partition).end;
  }

  /** First offset whose outputs are not committed. */
  long committed(int partition) {
    return partitions.get(partition).committed;
  }

  boolean hasGroupOffset(int partition) {
    return partitions.get(partition).group != null;
  }

  @Nullable OffsetAndMetadata group(int partition) {
    return world.is(Sabotage.GROUP_IGNORED) ? null : partitions.get(partition).group;
  }

  /** The group's offset expires (X6). */
  void expire(int partition) {
    partitions.get(partition).group = null;
  }

  List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long from, int max) {
    List<Stored> log = partitions.get(partition.partition()).log;
    int first = log.size();
    while (first > 0 && log.get(first - 1).offset() >= from) {
      first--;
    }
    return log.subList(first, Math.min(log.size(), first + max)).stream()
        .map(record -> consumed(partition, record))
        .toList();
  }

  private static ConsumerRecord<byte[], byte[]> consumed(TopicPartition log, Stored r) {
    return new ConsumerRecord<>(
        log.topic(),
        log.partition(),
        r.offset(),
        r.timestampMs(),
        TimestampType.CREATE_TIME,
        r.key().length,
        r.value().length,
        r.key(),
        r.value(),
        new RecordHeaders(),
        Optional.empty());
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
          "%s commits p%d up to %d, %d records, %s",
          pod.name(), partition.partition(), nextOffset, records.size(), note);
      committed(partition.partition(), nextOffset, note, records);
      pod.call("committed");
      if (world.mishap(0.01)) {
        throw new TimeoutException("simulated: committed, but the answer is lost");
      }
    }

    @Override
    public void commit() {
      throw world.broken("%s commits without a position, which only stage one does", pod.name());
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
      int number, long next, String text, List<ProducerRecord<byte[], byte[]>> records) {
    Partition p = partitions.get(number);
    OffsetNote note = OffsetNote.parse(text);
    if (note == null || next < p.committed) {
      throw world.broken("p%d: committed %d after %d: %s", number, next, p.committed, text);
    }
    p.committed = next;
    p.group = new OffsetAndMetadata(next, kept(note));
    records.forEach(record -> p.output.add(text(record)));
    p.oracle.decided(DecisionLog.parse(note.decisions()).decisions());
    List<String> wanted = p.oracle.upTo(next, p.log);
    int compared = p.compared;
    p.compared = p.output.size();
    boolean isPrefix =
        p.output.size() <= wanted.size()
            && p.output.subList(compared, p.compared).equals(wanted.subList(compared, p.compared))
            && (note.cursor() != null || p.output.size() == wanted.size());
    if (!isPrefix) {
      throw world.broken(
          "p%d: at %d the output is not what the rules ask for:%nwanted %s%nfound  %s",
          number, next, tail(wanted), tail(p.output));
    }
    if (note.watermarkMs() != p.oracle.watermarkMs()) {
      throw world.broken(
          "p%d: at %d the watermark is %d, but the rules ask for %d",
          number, next, note.watermarkMs(), p.oracle.watermarkMs());
    }
  }

  private String kept(OffsetNote note) {
    return new OffsetNote(
            note.watermarkMs(),
            note.base(),
            world.is(Sabotage.DECISIONS_FORGOTTEN) ? List.of() : note.decisions(),
            world.is(Sabotage.CURSOR_FORGOTTEN) ? null : note.cursor())
        .text();
  }

  private static List<String> tail(List<String> all) {
    return all.subList(Math.max(0, all.size() - 12), all.size());
  }

  private String text(ProducerRecord<byte[], byte[]> record) {
    if (record.topic().equals(topics.panes())) {
      return SimOracle.pane(
          new String(record.key(), UTF_8),
          Long.parseLong(header(record, HeaderNames.WINDOW_START)),
          Long.parseLong(header(record, HeaderNames.WINDOW_END)),
          header(record, HeaderNames.PANE),
          Integer.parseInt(header(record, HeaderNames.PANE_INDEX)),
          Boolean.parseBoolean(header(record, HeaderNames.FINAL)),
          new String(record.value(), UTF_8));
    }
    String kind = record.topic().equals(topics.late()) ? "late " : "rejected ";
    return kind + header(record, HeaderNames.SOURCE_OFFSET);
  }

  private static String header(ProducerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
