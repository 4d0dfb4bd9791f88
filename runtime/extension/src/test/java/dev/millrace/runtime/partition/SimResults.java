package dev.millrace.runtime.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.runtime.position.OffsetNote;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What a partition of a function without windows wrote, held after every commit against what the
 * records before it ask for (F1 to F3). Shares no code with the engine.
 */
final class SimResults implements SimJudge {
  private final SimWorld world;
  private final Topics topics;
  private final int partition;
  private final List<String> output = new ArrayList<>();

  SimResults(SimWorld world, Topics topics, int partition) {
    this.world = world;
    this.topics = topics;
    this.partition = partition;
  }

  @Override
  public boolean awaitsMore() {
    return false;
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
    written.forEach(record -> output.add(text(record)));
    List<String> wanted = new ArrayList<>();
    log.stream().filter(r -> r.offset() < next).forEach(r -> addWanted(r, wanted));
    if (!output.equals(wanted)) {
      throw world.broken(
          "p%d: at %d the results are not those of its records:%nwanted %s%nfound  %s",
          partition, next, wanted, output);
    }
    OffsetNote keepsNothing =
        new OffsetNote(Long.MIN_VALUE, new OffsetNote.Base(next, false), List.of(), null);
    if (!note.equals(keepsNothing)) {
      throw world.broken("p%d: at %d there is more than a position: %s", partition, next, note);
    }
  }

  private static void addWanted(ConsumerRecord<byte[], byte[]> record, List<String> wanted) {
    String[] event = new String(record.value(), UTF_8).split(";", -1);
    int number = Integer.parseInt(event[0].substring(1));
    String origin = record.partition() + "/" + record.offset();
    if (number % 3 > 0 && number % 7 == 5) {
      wanted.add("rejected " + origin);
      return;
    }
    for (int i = 0; i < number % 3; i++) {
      String key = new String(record.key(), UTF_8);
      wanted.add(key + " " + event[0] + "." + i + " " + event[1] + " " + origin + "/" + i);
    }
  }

  private String text(ProducerRecord<byte[], byte[]> record) {
    if (!record.topic().equals(topics.panes())) {
      return "rejected "
          + SimOutput.origin(record).partition()
          + "/"
          + SimOutput.originOffset(record);
    }
    return new String(record.key(), UTF_8)
        + " "
        + new String(record.value(), UTF_8)
        + " "
        + record.timestamp()
        + " "
        + new String(record.headers().lastHeader(HeaderNames.RESULT).value(), UTF_8);
  }
}
