package dev.millrace.json.declarative;

import dev.millrace.functions.KeyBytes;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.time.EventTimeExtractor;
import dev.millrace.functions.time.EventTimes;
import dev.millrace.json.declarative.Doc.Scalar;
import dev.millrace.json.declarative.Doc.Sequence;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads where key and event time are in an event. */
final class EventReader {
  static final List<String> EVENT_TIME = List.of("field", "format", "recordTimestamp");

  private final Section document;
  private final Fields fields;
  private final DocumentProblems problems;
  private final List<Integer> keySlots = new ArrayList<>();
  private boolean useRecordTimestamp;

  /** Forms of a time in a field. */
  enum TimeFormat {
    ISO,
    EPOCH_MILLIS,
    EPOCH_SECONDS
  }

  EventReader(Section document, Fields fields, DocumentProblems problems) {
    this.document = document;
    this.fields = fields;
    this.problems = problems;
  }

  /** Reads {@code key}: a path, a list of paths, or nothing for the record's key. */
  @Nullable KeyExtractor<JsonEvent> key() {
    Doc key = document.get("key");
    if (key == null) {
      return null;
    }
    List<Doc> parts = key instanceof Sequence list ? list.items() : List.of(key);
    if (parts.isEmpty()) {
      document.problem(
          "key", "Expected at least one path, but there is none. Remove it for the record's key.");
    }
    for (Doc part : parts) {
      FieldPath path = path("key", part);
      if (path != null) {
        keySlots.add(fields.slot(path));
      }
    }
    if (keySlots.size() == 1) {
      int slot = keySlots.get(0);
      return event -> KeyBytes.of(plain(event.value(slot)));
    }
    int[] slots = keySlots.stream().mapToInt(Integer::intValue).toArray();
    return event -> composite(event, slots);
  }

  private static byte @Nullable [] composite(JsonEvent event, int... slots) {
    @Nullable Object[] values = new @Nullable Object[slots.length];
    for (int i = 0; i < slots.length; i++) {
      values[i] = plain(event.value(slots[i]));
    }
    return KeyBytes.composite(values);
  }

  /** A number that is not whole as its text; it is canonical, so equal ones have equal keys. */
  private static @Nullable Object plain(@Nullable Object value) {
    return value instanceof BigDecimal decimal ? decimal.toString() : value;
  }

  boolean keyIsArray() {
    return keySlots.size() > 1;
  }

  KeySource keySource() {
    boolean alreadyKeyed = document.flag("alreadyKeyed");
    if (alreadyKeyed && !document.has("key")) {
      document.problem(
          "alreadyKeyed",
          "Expected a key by which the topic is already keyed, but there is none. Add it, or remove"
              + " alreadyKeyed.");
    }
    if (!document.has("key")) {
      return KeySource.RECORD_KEY;
    }
    return alreadyKeyed ? KeySource.ALREADY_KEYED : KeySource.REKEY;
  }

  /** Reads {@code eventTime}: a path to an ISO-8601 text, or a section. */
  EventTimeExtractor<JsonEvent> eventTime() {
    if (document.get("eventTime") instanceof Scalar scalar && !scalar.text().isEmpty()) {
      return fieldTime(path("eventTime", scalar), TimeFormat.ISO);
    }
    Section section = document.section("eventTime", EVENT_TIME);
    if (section == null) {
      if (!document.has("eventTime")) {
        document.missing(
            "eventTime",
            "an event time (W7), as 'eventTime: {field: at, format: iso}', or 'eventTime:"
                + " {recordTimestamp: true}' for the Kafka timestamp");
      }
      return fieldTime(null, TimeFormat.ISO);
    }
    useRecordTimestamp = section.flag("recordTimestamp");
    if (useRecordTimestamp == section.has("field")) {
      section.problem(
          "field", "Expected either a field or recordTimestamp, but there are both or none.");
    }
    if (useRecordTimestamp) {
      return EventReader::recordTime;
    }
    Doc field = section.get("field");
    return fieldTime(
        field == null ? null : path("eventTime.field", field),
        section.choice("format", TimeFormat.class, TimeFormat.ISO));
  }

  boolean useRecordTimestamp() {
    return useRecordTimestamp;
  }

  private static long recordTime(JsonEvent event, long recordTimestampMs) {
    event.timeMs(EventTimes.of(recordTimestampMs));
    return event.timeMs();
  }

  private EventTimeExtractor<JsonEvent> fieldTime(@Nullable FieldPath path, TimeFormat format) {
    int slot = path == null ? 0 : fields.slot(path);
    return (event, recordTimestampMs) -> {
      event.timeMs(time(event.value(slot), format));
      return event.timeMs();
    };
  }

  private static long time(@Nullable Object value, TimeFormat format) {
    if (value == null) {
      return EventTimeExtractor.NONE;
    }
    boolean isText = value instanceof String;
    if (isText != (format == TimeFormat.ISO) || value instanceof Boolean) {
      throw new IllegalArgumentException(
          "Expected an event time in the format of the document, but it has another type: format="
              + Section.word(format)
              + ", type="
              + (isText ? "text" : value instanceof Boolean ? "boolean" : "number")
              + ".");
    }
    if (format == TimeFormat.ISO) {
      return EventTimes.of((String) value);
    }
    return format == TimeFormat.EPOCH_MILLIS && value instanceof Long ms
        ? EventTimes.of(ms)
        : scaled((Number) value, format == TimeFormat.EPOCH_SECONDS ? 3 : 0);
  }

  /** Fractions of a millisecond are cut off towards the past. */
  private static long scaled(Number value, int digits) {
    if (value instanceof Long whole && digits == 3) {
      return Math.multiplyExact(whole, 1000);
    }
    BigDecimal decimal = new BigDecimal(value.toString()).scaleByPowerOfTen(digits);
    if (decimal.precision() - (long) decimal.scale() > 19) {
      throw new ArithmeticException("Expected an event time that fits a long, but it does not.");
    }
    return decimal.setScale(0, RoundingMode.FLOOR).longValueExact();
  }

  private @Nullable FieldPath path(String name, Doc doc) {
    if (doc instanceof Scalar scalar && !scalar.text().isEmpty()) {
      try {
        return FieldPath.parse(scalar.text());
      } catch (IllegalArgumentException e) {
        problems.add(doc.place(), name, String.valueOf(e.getMessage()));
        return null;
      }
    }
    problems.add(doc.place(), name, "Expected the path of a field, but it is " + doc.kind() + ".");
    return null;
  }
}
