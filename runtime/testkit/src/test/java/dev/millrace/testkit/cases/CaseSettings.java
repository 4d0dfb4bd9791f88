package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.time.ZoneId;
import java.util.Locale;

/** Reads the settings of a case. What it does not know in a place that matters, it refuses. */
final class CaseSettings {
  private static final long DAY_MS = 86_400_000;

  private CaseSettings() {}

  static FunctionSpec spec(ObjectNode settings, boolean rekeyed) {
    return new FunctionSpec(
        "case",
        window(settings.path("window")),
        time(settings),
        emission(settings),
        accumulation(settings),
        rekeyed ? KeySource.REKEY : KeySource.RECORD_KEY,
        ErrorPolicy.DEAD_LETTER);
  }

  /** Name of the aggregate of {@code value}. */
  static String aggregate(ObjectNode settings) {
    JsonNode aggregate = settings.path("aggregate");
    String name = aggregate.isObject() ? aggregate.path("type").asText() : aggregate.asText();
    return word(name.isEmpty() ? "sum" : name);
  }

  private static WindowSpec window(JsonNode w) {
    String type = word(w.path("type").asText());
    return switch (type) {
      case "tumbling", "fixed" -> w.hasNonNull("zone") ? calendar(w) : tumbling(w);
      case "sliding", "hopping" ->
          new WindowSpec.Sliding(number(w, "size_ms"), number(w, "slide_ms"), offset(w));
      case "session" -> new WindowSpec.Session(number(w, "gap_ms"));
      case "global" -> new WindowSpec.Global();
      case "calendar" -> w.has("unit") ? calendar(w, w.path("unit").asText()) : calendar(w);
      case "day", "week", "month" -> calendar(w, type);
      default -> throw unknown("window type", type);
    };
  }

  private static WindowSpec tumbling(JsonNode w) {
    return new WindowSpec.Tumbling(number(w, "size_ms"), offset(w));
  }

  /** A local day or week, named by the size that it has most of the time. */
  private static WindowSpec calendar(JsonNode w) {
    long sizeMs = number(w, "size_ms");
    if (sizeMs == DAY_MS) {
      return calendar(w, "day");
    }
    if (sizeMs == 7 * DAY_MS) {
      return calendar(w, "week");
    }
    throw unknown("size of a window with a zone", Long.toString(sizeMs));
  }

  private static WindowSpec calendar(JsonNode w, String unit) {
    return new WindowSpec.Calendar(
        CalendarUnit.valueOf(unit.toUpperCase(Locale.ROOT)),
        ZoneId.of(w.path("zone").asText("UTC")));
  }

  private static TimeSpec time(ObjectNode s) {
    long idleMs = s.path("idle_timeout_ms").asLong(0);
    return new TimeSpec(
        s.path("out_of_orderness_ms").asLong(0),
        s.path("allowed_lateness_ms").asLong(0),
        s.hasNonNull("max_future_skew_ms")
            ? s.get("max_future_skew_ms").asLong()
            : TimeSpec.UNLIMITED,
        idleMs == 0 ? TimeSpec.NEVER : idleMs,
        IdlePolicy.valueOf(s.path("idle_policy").asText("others").toUpperCase(Locale.ROOT)),
        false);
  }

  private static EmissionSpec emission(ObjectNode s) {
    JsonNode trigger = s.path("trigger");
    long count = first(trigger, "early_count", "every_records");
    long everyMs = first(trigger, "early_ms", "early_every_ms", "every_ms");
    boolean announce =
        trigger.path("announce_close").asBoolean(s.path("announce_close").asBoolean(false));
    String named =
        word(trigger.isTextual() ? trigger.asText() : s.path("emission").asText("on-complete"));
    boolean onClose = trigger.path("on_close").asBoolean(false) || named.equals("on-close");
    if (!named.equals("on-close") && !named.equals("on-complete") && !named.equals("early")) {
      throw unknown("emission", named);
    }
    EmissionMode mode =
        onClose
            ? EmissionMode.ON_CLOSE
            : count > 0 || everyMs > 0 ? EmissionMode.EARLY : EmissionMode.ON_COMPLETE;
    return new EmissionSpec(mode, count, everyMs, announce);
  }

  private static AccumulationMode accumulation(ObjectNode s) {
    String mode = s.path("accumulation").asText("accumulating");
    return switch (word(mode)) {
      case "accumulating" -> AccumulationMode.ACCUMULATING;
      case "discarding" -> AccumulationMode.DISCARDING;
      case "retracting", "accumulating-and-retracting" -> AccumulationMode.RETRACTING;
      default -> throw unknown("accumulation", mode);
    };
  }

  private static long offset(JsonNode w) {
    return w.path("offset_ms").asLong(0);
  }

  private static long number(JsonNode node, String name) {
    if (!node.path(name).isIntegralNumber()) {
      throw new IllegalArgumentException("Expected an integer " + name + ", but got: " + node);
    }
    return node.path(name).asLong();
  }

  private static long first(JsonNode node, String... names) {
    for (String name : names) {
      if (node.hasNonNull(name)) {
        return node.get(name).asLong();
      }
    }
    return 0;
  }

  private static String word(String text) {
    return text.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static IllegalArgumentException unknown(String what, String value) {
    return new IllegalArgumentException(
        "Expected a known " + what + " in case.json, but got: " + value);
  }
}
