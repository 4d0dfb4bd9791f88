package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.engine.Decision;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.runtime.position.DecisionLog;
import dev.millrace.runtime.position.OffsetNote;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** What a partition with windows wrote, held against the oracle after every commit (X2 to X4). */
final class SimOutput implements SimJudge {
  private static final int SHOWN = 12;

  private final SimWorld world;
  private final Topics topics;
  private final int partition;
  private final Sources sources;
  private final SimOracle oracle;
  private final List<String> output = new ArrayList<>();
  private int expected = -1;

  /**
   * The sources of a partition of the re-key topic.
   *
   * @param least how many a partition that begins waits for, at least; 0 of a partition of the
   *     input
   * @param most how many it may wait for
   * @param numberOf the number of a source by its partition
   */
  record Sources(int least, int most, ToIntFunction<TopicPartition> numberOf) {
    static final Sources NONE = new Sources(0, 0, TopicPartition::partition);

    boolean isNone() {
      return most == 0;
    }
  }

  /** Nothing was written yet. */
  SimOutput(SimWorld world, FunctionSpec spec, Topics topics, int partition, Sources sources) {
    this.world = world;
    this.topics = topics;
    this.partition = partition;
    this.sources = sources;
    this.oracle = new SimOracle(spec, !sources.isNone());
  }

  @Override
  public boolean awaitsMore() {
    return oracle.awaitsTime();
  }

  @Override
  public void left() {
    throw world.broken("p%d leaves, but it is no source", partition);
  }

  @Override
  public void committed(
      long next,
      OffsetNote note,
      List<ProducerRecord<byte[], byte[]>> written,
      List<ConsumerRecord<byte[], byte[]>> log) {
    int compared = output.size();
    written.forEach(record -> output.add(text(record)));
    List<Decision> decisions = DecisionLog.parse(note.decisions()).decisions();
    requireNoDecisions(decisions);
    requireExpectedSources(note.base());
    oracle.decided(decisions);
    List<String> wanted = oracle.upTo(next, log);
    boolean isPrefix =
        output.size() <= wanted.size()
            && output
                .subList(compared, output.size())
                .equals(wanted.subList(compared, output.size()))
            && (note.cursor() != null || output.size() == wanted.size());
    if (!isPrefix) {
      throw world.broken(
          "p%d: at %d the output is not what the rules ask for:%nwanted %s%nfound  %s",
          partition, next, tail(wanted), tail(output));
    }
    if (note.watermarkMs() != oracle.watermarkMs()) {
      throw world.broken(
          "p%d: at %d the watermark is %d, but the rules ask for %d",
          partition, next, note.watermarkMs(), oracle.watermarkMs());
    }
  }

  /** All that stage two goes by stands in its log (R2). */
  private void requireNoDecisions(List<Decision> decisions) {
    if (!sources.isNone() && !decisions.isEmpty()) {
      throw world.broken("p%d of the re-key topic has decisions: %s", partition, decisions);
    }
  }

  /** A replay from there must wait for the same sources (R3). */
  private void requireExpectedSources(OffsetNote.Base base) {
    int count = base.expectedSources();
    if (expected < 0) {
      expected = count;
      oracle.expect(count);
    }
    boolean isAllowed = count >= sources.least() && count <= sources.most();
    if (!base.isCheckpoint() && (count != expected || !isAllowed)) {
      throw world.broken(
          "p%d began with %d sources, but says %s beside its position", partition, expected, base);
    }
  }

  private static List<String> tail(List<String> all) {
    return all.subList(Math.max(0, all.size() - SHOWN), all.size());
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
    return kind + sources.numberOf().applyAsInt(origin(record)) + "/" + originOffset(record);
  }

  /** Partition of the input that a late or rejected record names. */
  static TopicPartition origin(ProducerRecord<byte[], byte[]> record) {
    return new TopicPartition(
        header(record, HeaderNames.SOURCE_TOPIC),
        Integer.parseInt(header(record, HeaderNames.SOURCE_PARTITION)));
  }

  /** Offset there. */
  static long originOffset(ProducerRecord<byte[], byte[]> record) {
    return Long.parseLong(header(record, HeaderNames.SOURCE_OFFSET));
  }

  private static String header(ProducerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
