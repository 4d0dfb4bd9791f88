package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.SourceMarker;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.partition.SimWorld.Sabotage;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import dev.millrace.runtime.position.OffsetNote;
import dev.millrace.runtime.rekey.InBand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
  private final SimInputs inputs;
  private final boolean isRekeyed;
  private final Map<TopicPartition, Log> logs = new LinkedHashMap<>();

  /** Which log a partition reads; of a union's sources as soon as they have a position. */
  private final Map<PartitionRef, TopicPartition> partitions = new TreeMap<>();

  private final Map<String, Integer> producerEpochs = new HashMap<>();

  /**
   * Empty logs.
   *
   * @param rekeyPartitions of the re-key topic; 0 if the function needs none
   */
  SimBroker(
      SimWorld world, FunctionSpec spec, SimInputs inputs, Topics topics, int rekeyPartitions) {
    this.world = world;
    this.topics = topics;
    this.inputs = inputs;
    this.isRekeyed = rekeyPartitions > 0;
    List<TopicPartition> all = inputs.partitions();
    int first = (int) all.stream().filter(p -> p.topic().equals(all.get(0).topic())).count();
    // A number whose topic was removed before it was read may stay without one (R5).
    SimOutput.Sources sources = new SimOutput.Sources(first, 2 * all.size(), this::numberOf);
    for (int p = 0; p < rekeyPartitions; p++) {
      Log log = new Log(new SimOutput(world, spec, topics, p, sources));
      add(PartitionRef.windows(p), new TopicPartition(topics.rekey(), p), log);
    }
    for (TopicPartition input : all) {
      int p = input.partition();
      if (!isRekeyed) {
        SimJudge judge =
            spec.isStateless()
                ? new SimResults(world, topics, p)
                : new SimOutput(world, spec, topics, p, SimOutput.Sources.NONE);
        add(PartitionRef.windows(p), input, new Log(judge));
      } else {
        Log log = new Log(new SimForwarding(world, spec, topics, input, rekeyPartitions));
        add(inputs.isUnion() ? null : PartitionRef.source(p), input, log);
      }
    }
  }

  private void add(@Nullable PartitionRef ref, TopicPartition partition, Log log) {
    logs.put(partition, log);
    if (ref != null) {
      partitions.put(ref, partition);
    }
  }

  /** Number of a source that has a position; -1 if it never had one. */
  private int numberOf(TopicPartition input) {
    for (Map.Entry<PartitionRef, TopicPartition> entry : partitions.entrySet()) {
      if (entry.getValue().equals(input)) {
        return entry.getKey().number();
      }
    }
    return -1;
  }

  /** A number, once given, is that source's for ever, whatever the ledger has lost (R5, L3). */
  private void requireOwnNumber(TopicPartition input, int number) {
    TopicPartition before = partitions.putIfAbsent(PartitionRef.source(number), input);
    if ((before != null && !before.equals(input)) || numberOf(input) != number) {
      throw world.broken("%s is source %d, but the sources were %s", input, number, partitions);
    }
  }

  /** All partitions that somebody serves, of both stages. */
  Set<PartitionRef> partitions() {
    return partitions.keySet();
  }

  /** How many partitions keep windows. */
  int windowPartitions() {
    return (int) partitions().stream().filter(ref -> ref.stage() == Stage.WINDOWS).count();
  }

  private Log log(PartitionRef ref) {
    TopicPartition partition = partitions.get(ref);
    if (partition == null) {
      throw world.broken("There is no partition %s", ref);
    }
    return log(partition);
  }

  private Log log(TopicPartition partition) {
    Log log = logs.get(partition);
    if (log == null) {
      throw world.broken("There is no log %s", partition);
    }
    return log;
  }

  /** Appends a record to the input, after a gap as aborted transactions and markers leave them. */
  void append(TopicPartition input, String key, SimFunction.Event event) {
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
    return logs.entrySet().stream()
        .filter(
            e ->
                e.getKey().topic().equals(topics.rekey())
                    || inputs.isConfigured(e.getKey().topic()))
        .map(Map.Entry::getValue)
        .allMatch(p -> p.committed >= p.end && !p.judge.awaitsMore());
  }

  @Nullable OffsetAndMetadata group(PartitionRef ref) {
    return world.is(Sabotage.GROUP_IGNORED) ? null : log(ref).group;
  }

  @Nullable OffsetAndMetadata group(TopicPartition partition) {
    return world.is(Sabotage.GROUP_IGNORED) ? null : log(partition).group;
  }

  /** All offsets that the group has. */
  Map<TopicPartition, OffsetAndMetadata> groups() {
    Map<TopicPartition, OffsetAndMetadata> groups = new LinkedHashMap<>();
    logs.forEach(
        (partition, log) -> {
          if (log.group != null) {
            groups.put(partition, log.group);
          }
        });
    return groups;
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
    public void send(ProducerRecord<byte[], byte[]> record, long recordBytes) {
      sent.add(record);
    }

    @Override
    public void commit(TopicPartition partition, long nextOffset, String note) {
      begin();
      List<ProducerRecord<byte[], byte[]>> records = sent;
      sent = new ArrayList<>();
      world.note(
          "%s commits %s up to %d, %d records, %s",
          pod.name(), partition, nextOffset, records.size(), note);
      OffsetNote read = OffsetNote.parse(note);
      if (read != null && read.left()) {
        leaves(partition, nextOffset, note, records);
      } else {
        committed(partition, nextOffset, note, records);
        forward(records);
      }
      end();
    }

    /** Only a source that leaves and never was read has nothing to say of its position. */
    @Override
    public void commit() {
      begin();
      List<ProducerRecord<byte[], byte[]>> records = sent;
      sent = new ArrayList<>();
      world.note("%s commits that a source leaves: %s", pod.name(), id);
      left(records);
      forward(world.is(Sabotage.LEFT_IN_SILENCE) ? List.of() : records);
      end();
    }

    private void begin() {
      pod.call("commit");
      if (producerEpochs.getOrDefault(id, 0) != epoch && !world.is(Sabotage.NO_FENCING)) {
        world.note("%s is fenced on %s", pod.name(), id);
        throw new ProducerFencedException("simulated");
      }
      if (world.mishap(0.01)) {
        throw new TimeoutException("simulated: not committed");
      }
    }

    private void end() {
      pod.call("committed");
      if (world.mishap(0.01)) {
        throw new TimeoutException("simulated: committed, but the answer is lost");
      }
    }

    @Override
    public void abort() {
      sent = new ArrayList<>();
    }

    @Override
    public boolean isOld() {
      return false;
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
      TopicPartition from, long next, String text, List<ProducerRecord<byte[], byte[]>> records) {
    Log log = log(from);
    OffsetNote note = OffsetNote.parse(text);
    if (note == null || next < log.committed) {
      throw world.broken("%s: committed %d after %d: %s", from, next, log.committed, text);
    }
    if (isRekeyed && !from.topic().equals(topics.rekey())) {
      requireOwnNumber(from, note.sourceOr(from.partition()));
    }
    log.committed = next;
    log.group = new OffsetAndMetadata(next, kept(note).text());
    log.isExpired = false;
    log.judge.committed(next, note, records, log.records);
  }

  private void leaves(
      TopicPartition from, long next, String note, List<ProducerRecord<byte[], byte[]>> records) {
    Log log = log(from);
    if (next != log.committed) {
      throw world.broken("%s leaves at %d, but was at %d", from, next, log.committed);
    }
    log.group = new OffsetAndMetadata(next, note);
    log.isExpired = false;
    left(records);
    forward(world.is(Sabotage.LEFT_IN_SILENCE) ? List.of() : records);
  }

  /** Every partition hears of it once, and of no other source (R5). */
  private void left(List<ProducerRecord<byte[], byte[]>> records) {
    Set<Integer> told = new HashSet<>();
    Set<SourceMarker> said = new HashSet<>();
    for (ProducerRecord<byte[], byte[]> record : records) {
      told.add(record.partition());
      said.addAll(InBand.readMarkers(SimForwarding.received(record)));
    }
    SourceMarker marker = said.size() == 1 ? said.iterator().next() : null;
    if (marker == null || !marker.left() || told.size() != windowPartitions()) {
      throw world.broken("A source leaves, but this is said: %s", said);
    }
    TopicPartition source = partitions.get(PartitionRef.source(marker.source()));
    if (source != null) {
      log(source).judge.left();
      if (!inputs.wasRemoved(source.topic())) {
        throw world.broken("%s leaves, but its topic was never removed", source);
      }
    }
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
        note.source(),
        note.left());
  }
}
