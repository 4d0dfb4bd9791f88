package dev.millrace.runtime.ledger;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the ledger's hashes. Numbers are decimal text; a field that is absent means that
 * there is no such thing, never zero.
 */
public final class EntryFormat {
  private EntryFormat() {}

  /**
   * Reads a partition's hash.
   *
   * @param hash its fields; empty if there is no such key
   * @param decisions its list of decisions
   * @throws LedgerException if a field cannot be read
   */
  public static PartitionEntry partition(
      PartitionRef ref, Map<String, String> hash, List<String> decisions) {
    Fields fields = new Fields(ref.toString(), hash);
    return new PartitionEntry(
        ref,
        ownership(fields),
        progress(fields, decisions),
        hash.get("checkpoint"),
        fields.readOr("checkpointOffset", EntryFormat::notNegative, Progress.NO_OFFSET),
        new Stillness(
            fields.longOr("heard", Stillness.UNKNOWN), fields.longOr("moved", Stillness.UNKNOWN)),
        fields.longOr("checkpointed", Stillness.UNKNOWN),
        fields.longOr("answered", Stillness.UNKNOWN));
  }

  /**
   * Reads the function's hash.
   *
   * @return its entry, or null if the hash has none (an assignment alone is none)
   * @throws LedgerException if a field is missing or cannot be read
   */
  public static @Nullable FunctionEntry function(Map<String, String> hash) {
    if (!hash.containsKey("topic")) {
      return null;
    }
    Fields fields = new Fields("meta", hash);
    long generation = fields.longOr("generation", 0);
    return new FunctionEntry(
        hash.containsKey("sources") ? fields.read("sources", Sources::parse) : oneTopic(fields),
        fields.read("rekeyPartitions", Integer::valueOf),
        fields.text("schema"),
        fields.text("version"),
        hash.containsKey("idle") ? fields.read("idle", Idle::parse) : null,
        fields.read("revision", Long::valueOf),
        fields.readOr("assignment", text -> Assignment.parse(generation, text), Assignment.NONE));
  }

  /** The fields of the function's hash but revision, assignment and generation. */
  static Map<String, String> fields(FunctionEntry entry) {
    Map<String, String> fields = new LinkedHashMap<>();
    Sources plain = oneTopic(entry.topic(), entry.topicId(), entry.partitions());
    fields.put("topic", entry.topic());
    fields.put("topicId", entry.topicId());
    fields.put("partitions", Integer.toString(entry.partitions()));
    if (!entry.sources().equals(plain)) {
      fields.put("sources", entry.sources().text());
    }
    fields.put("rekeyPartitions", Integer.toString(entry.rekeyPartitions()));
    fields.put("schema", entry.schema());
    fields.put("version", entry.version());
    if (entry.idle() != null) {
      fields.put("idle", entry.idle().text());
    }
    return fields;
  }

  /** The fields of a partition's hash that outlive an owner: position, checkpoint and epoch. */
  static Map<String, String> fields(PartitionEntry entry) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("epoch", Long.toString(entry.epoch()));
    put(fields, "committed", entry.committed(), Progress.NO_OFFSET);
    put(fields, "watermark", entry.watermarkMs(), Progress.NO_WATERMARK);
    put(fields, "nextTimer", entry.nextTimerMs(), Progress.NO_TIMER);
    if (entry.checkpoint() != null) {
      fields.put("checkpoint", entry.checkpoint());
      put(fields, "checkpointOffset", entry.checkpointOffset(), Progress.NO_OFFSET);
    }
    return fields;
  }

  private static void put(Map<String, String> fields, String name, long value, long absent) {
    if (value != absent) {
      fields.put(name, Long.toString(value));
    }
  }

  /** Of a function that has always read one topic the three fields say all. */
  private static Sources oneTopic(Fields fields) {
    return oneTopic(
        fields.text("topic"), fields.text("topicId"), fields.read("partitions", Integer::valueOf));
  }

  private static Sources oneTopic(String topic, String topicId, int partitions) {
    return Sources.of(List.of(new Sources.Topic(topic, topicId, partitions)));
  }

  private static Ownership ownership(Fields fields) {
    return new Ownership(
        fields.readOr("epoch", EntryFormat::notNegative, 0L),
        fields.textOrNull("owner"),
        fields.readOr("leaseUntil", EntryFormat::notNegative, 0L),
        fields.textOrNull("next"),
        fields.readOr("nextUntil", EntryFormat::notNegative, 0L));
  }

  private static Progress progress(Fields fields, List<String> decisions) {
    return new Progress(
        fields.readOr("committed", EntryFormat::notNegative, Progress.NO_OFFSET),
        fields.longOr("watermark", Progress.NO_WATERMARK),
        fields.longOr("nextTimer", Progress.NO_TIMER),
        fields.readOr("rate", EntryFormat::measure, 0.0),
        fields.readOr("busy", EntryFormat::measure, 0.0),
        fields.readOr("state", text -> text, ""),
        decisions);
  }

  /** A number as it is written: another text for it is a sign of damage, or of another hand. */
  private static long number(String text) {
    long number = Long.parseLong(text);
    if (!Long.toString(number).equals(text)) {
      throw new IllegalArgumentException("Expected a number as " + number);
    }
    return number;
  }

  private static long notNegative(String text) {
    long number = number(text);
    if (number < 0) {
      throw new IllegalArgumentException("Expected a number from 0 on");
    }
    return number;
  }

  private static double measure(String text) {
    double number = Double.parseDouble(text);
    if (!(number >= 0) || Double.isInfinite(number)) {
      throw new IllegalArgumentException("Expected a measure from 0 on");
    }
    return number;
  }

  /** A hash with messages that name it. */
  private record Fields(String name, Map<String, String> hash) {

    String text(String field) {
      return read(field, text -> text);
    }

    @Nullable String textOrNull(String field) {
      return hash.get(field);
    }

    long longOr(String field, long absent) {
      return readOr(field, EntryFormat::number, absent);
    }

    <T> T readOr(String field, Function<String, T> reader, T absent) {
      return hash.containsKey(field) ? read(field, reader) : absent;
    }

    <T> T read(String field, Function<String, T> reader) {
      String text = hash.get(field);
      if (text == null) {
        throw unreadable(field, "nothing", null);
      }
      try {
        return reader.apply(text);
      } catch (IllegalArgumentException e) {
        throw unreadable(field, text, e);
      }
    }

    private LedgerException unreadable(
        String field, String text, @Nullable IllegalArgumentException cause) {
      return new LedgerException(
          String.format(
              "Expected a readable field in the ledger, but it is damaged or of another version:"
                  + " entry=%s, field=%s, text=%s. Compare it with the newest manifest and Kafka's"
                  + " offsets before changing it.",
              name, field, text),
          cause);
    }
  }
}
