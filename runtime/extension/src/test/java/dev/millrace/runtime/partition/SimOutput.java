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
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What a partition with windows wrote, held against the oracle after every commit (X2 to X4). */
final class SimOutput implements SimJudge {
  private static final int SHOWN = 12;

  private final SimWorld world;
  private final Topics topics;
  private final int partition;
  private final int sources;
  private final SimOracle oracle;
  private final List<String> output = new ArrayList<>();

  /**
   * Nothing was written yet.
   *
   * @param sources that feed the re-key topic; 0 if the partition is one of the input
   */
  SimOutput(SimWorld world, FunctionSpec spec, Topics topics, int partition, int sources) {
    this.world = world;
    this.topics = topics;
    this.partition = partition;
    this.sources = sources;
    this.oracle = new SimOracle(spec, sources);
  }

  @Override
  public boolean awaitsMore() {
    return oracle.awaitsTime();
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
    if (sources > 0 && !decisions.isEmpty()) {
      throw world.broken("p%d of the re-key topic has decisions: %s", partition, decisions);
    }
  }

  /** A replay from there must wait for the same sources (R3). */
  private void requireExpectedSources(OffsetNote.Base base) {
    if (!base.isCheckpoint() && base.expectedSources() != sources) {
      throw world.broken(
          "p%d began with %d sources, but says %s beside its position", partition, sources, base);
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
    return kind + origin(record);
  }

  /** Partition and offset of the input that a late or rejected record names. */
  static String origin(ProducerRecord<byte[], byte[]> record) {
    return header(record, HeaderNames.SOURCE_PARTITION)
        + "/"
        + header(record, HeaderNames.SOURCE_OFFSET);
  }

  private static String header(ProducerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
