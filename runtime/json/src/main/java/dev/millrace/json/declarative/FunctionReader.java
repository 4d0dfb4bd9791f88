package dev.millrace.json.declarative;

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
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the settings of a function; what is wrong becomes a problem and a harmless default. */
final class FunctionReader {
  static final List<String> WINDOWS =
      List.of("tumbling", "sliding", "session", "calendar", "global");
  static final Map<String, List<String>> SECTIONS =
      Map.of(
          "tumbling", List.of("size", "offset"),
          "sliding", List.of("size", "slide", "offset"),
          "session", List.of("gap"),
          "calendar", List.of("unit", "zone"),
          "global", List.of(),
          "watermarks", List.of("outOfOrderness", "maxAhead", "idleTimeout", "idlePolicy"),
          "lateness", List.of("allowed", "announceClose"),
          "emission", List.of("mode", "everyRecords", "every"));
  private static final WindowSpec ANY = new WindowSpec.Tumbling(1, 0);

  private final Section document;
  private final @Nullable Section lateness;

  FunctionReader(Section document) {
    this.document = document;
    this.lateness = document.section("lateness", section("lateness"));
  }

  FunctionSpec read(KeySource keySource, boolean useRecordTimestamp) {
    return new FunctionSpec(
        name(),
        window(),
        time(useRecordTimestamp),
        emission(),
        document.choice("accumulation", AccumulationMode.class, AccumulationMode.ACCUMULATING),
        keySource,
        document.choice("onError", ErrorPolicy.class, ErrorPolicy.DEAD_LETTER));
  }

  private String name() {
    String name = document.text("name");
    if (name == null) {
      if (!document.has("name")) {
        document.missing("name", "the name of the function");
      }
      return "unnamed";
    }
    if (!FunctionSpec.isName(name)) {
      document.problem(
          "name", FunctionSpec.nameExpectation() + ", but it is not: name=" + name + ".");
      return "unnamed";
    }
    return name;
  }

  private WindowSpec window() {
    if (!document.has("window")) {
      document.missing("window", "a window, as 'window: {tumbling: {size: 1h}}'");
      return ANY;
    }
    Section window = document.section("window", WINDOWS);
    if (window == null) {
      return ANY;
    }
    List<String> kinds = WINDOWS.stream().filter(window::has).toList();
    if (kinds.size() != 1) {
      document.problem(
          "window",
          "Expected exactly one window, but there are "
              + kinds.size()
              + ". Keep one of "
              + String.join(", ", WINDOWS)
              + ".");
      return ANY;
    }
    Section settings = window.section(kinds.get(0), SECTIONS.getOrDefault(kinds.get(0), List.of()));
    return settings == null ? ANY : window(kinds.get(0), settings);
  }

  private static WindowSpec window(String kind, Section settings) {
    return switch (kind) {
      case "tumbling" ->
          new WindowSpec.Tumbling(settings.requiredDuration("size"), offset(settings));
      case "sliding" ->
          new WindowSpec.Sliding(
              settings.requiredDuration("size"),
              settings.requiredDuration("slide"),
              offset(settings));
      case "session" -> new WindowSpec.Session(settings.requiredDuration("gap"));
      case "calendar" -> calendar(settings);
      default -> new WindowSpec.Global();
    };
  }

  private static long offset(Section settings) {
    return settings.duration("offset", 0, Long.MIN_VALUE);
  }

  private static WindowSpec calendar(Section settings) {
    if (!settings.has("unit")) {
      settings.missing("unit", "day, week or month");
    }
    if (!settings.has("zone")) {
      settings.missing("zone", "a time zone such as Europe/Berlin");
    }
    CalendarUnit unit = settings.choice("unit", CalendarUnit.class, CalendarUnit.DAY);
    String zone = settings.text("zone");
    try {
      return new WindowSpec.Calendar(unit, ZoneId.of(zone == null ? "UTC" : zone));
    } catch (DateTimeException e) {
      settings.problem(
          "zone",
          "Expected a time zone such as Europe/Berlin, but it is unknown: zone=" + zone + ".");
      return ANY;
    }
  }

  private TimeSpec time(boolean useRecordTimestamp) {
    TimeSpec defaults = TimeSpec.DEFAULTS;
    long allowedMs = allowedLateness();
    Section watermarks = document.section("watermarks", section("watermarks"));
    if (watermarks == null) {
      return new TimeSpec(
          defaults.outOfOrdernessMs(),
          allowedMs,
          defaults.maxAheadMs(),
          defaults.idleTimeoutMs(),
          defaults.idlePolicy(),
          useRecordTimestamp);
    }
    return new TimeSpec(
        watermarks.duration("outOfOrderness", defaults.outOfOrdernessMs(), 0),
        allowedMs,
        limit(watermarks, "maxAhead", "unlimited", defaults.maxAheadMs(), 0),
        limit(watermarks, "idleTimeout", "never", defaults.idleTimeoutMs(), 1),
        watermarks.choice("idlePolicy", IdlePolicy.class, defaults.idlePolicy()),
        useRecordTimestamp);
  }

  private long allowedLateness() {
    if (lateness == null) {
      return 0;
    }
    if (!lateness.has("allowed")) {
      lateness.missing("allowed", "a duration such as 5m");
    }
    return lateness.duration("allowed", 0, 0);
  }

  private static long limit(Section section, String name, String word, long defaultMs, long least) {
    return section.get(name) instanceof Doc.Scalar scalar && scalar.text().equals(word)
        ? Long.MAX_VALUE
        : section.duration(name, defaultMs, least);
  }

  private EmissionSpec emission() {
    boolean announceClose = lateness != null && lateness.flag("announceClose");
    Section emission = document.section("emission", section("emission"));
    if (emission == null) {
      return new EmissionSpec(EmissionMode.ON_COMPLETE, 0, 0, announceClose);
    }
    return new EmissionSpec(
        emission.choice("mode", EmissionMode.class, EmissionMode.ON_COMPLETE),
        emission.number("everyRecords", 0, 1),
        emission.duration("every", 0, 1),
        announceClose);
  }

  private static List<String> section(String name) {
    return SECTIONS.getOrDefault(name, List.of());
  }
}
