package dev.millrace.testkit.cases;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.SpecRules;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.json.declarative.DeclarativeFunctions;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The same case as a document without any Java, as a user would write it. */
final class CaseDocument {
  private static final Set<String> AGGREGATES =
      Set.of("count", "sum", "min", "max", "mean", "distinct", "first", "last");

  private CaseDocument() {}

  /** Empty where documents refuse the settings, or do not know the aggregate. */
  static Optional<FunctionDefinition<?, ?, ?>> define(CaseRun run) {
    FunctionSpec spec = CaseSettings.spec(run.settings(), CaseInput.isRekeyed(run));
    String aggregate = CaseSettings.aggregate(run.settings());
    if (!AGGREGATES.contains(aggregate) || !SpecRules.contradictions(spec).isEmpty()) {
      return Optional.empty();
    }
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("name", spec.name());
    if (spec.keySource() == KeySource.REKEY) {
      document.put("key", "key");
    }
    document.putObject("eventTime").put("field", "ts").put("format", "epoch-millis");
    window(spec.window(), document.putObject("window"));
    time(spec.time(), document);
    emission(spec.emission(), document);
    document.put("accumulation", word(spec.accumulation()));
    if (aggregate.equals("count")) {
      document.putObject("aggregates").put("value", "count");
    } else {
      document.putObject("aggregates").putObject("value").put(aggregate, "value");
    }
    return Optional.of(DeclarativeFunctions.parse(document.toString(), run.name()).definition());
  }

  private static void window(WindowSpec spec, ObjectNode window) {
    if (spec instanceof WindowSpec.Tumbling t) {
      window.putObject("tumbling").put("size", ms(t.sizeMs())).put("offset", ms(t.offsetMs()));
    } else if (spec instanceof WindowSpec.Sliding s) {
      window
          .putObject("sliding")
          .put("size", ms(s.sizeMs()))
          .put("slide", ms(s.slideMs()))
          .put("offset", ms(s.offsetMs()));
    } else if (spec instanceof WindowSpec.Session s) {
      window.putObject("session").put("gap", ms(s.gapMs()));
    } else if (spec instanceof WindowSpec.Calendar c) {
      window.putObject("calendar").put("unit", word(c.unit())).put("zone", c.zone().getId());
    } else {
      window.putObject("global");
    }
  }

  private static void time(TimeSpec time, ObjectNode document) {
    ObjectNode watermarks = document.putObject("watermarks");
    watermarks.put("outOfOrderness", ms(time.outOfOrdernessMs()));
    watermarks.put(
        "maxAhead", time.maxAheadMs() == TimeSpec.UNLIMITED ? "unlimited" : ms(time.maxAheadMs()));
    watermarks.put(
        "idleTimeout", time.idleTimeoutMs() == TimeSpec.NEVER ? "never" : ms(time.idleTimeoutMs()));
    watermarks.put("idlePolicy", word(time.idlePolicy()));
    if (time.allowedLatenessMs() > 0) {
      document.putObject("lateness").put("allowed", ms(time.allowedLatenessMs()));
    }
  }

  private static void emission(EmissionSpec spec, ObjectNode document) {
    ObjectNode emission = document.putObject("emission").put("mode", word(spec.mode()));
    if (spec.everyRecords() > 0) {
      emission.put("everyRecords", spec.everyRecords());
    }
    if (spec.everyMs() > 0) {
      emission.put("every", ms(spec.everyMs()));
    }
    if (spec.announceClose() && document.get("lateness") instanceof ObjectNode lateness) {
      lateness.put("announceClose", true);
    }
    if (spec.mode() == EmissionMode.ON_COMPLETE) {
      document.remove("emission");
    }
  }

  private static String ms(long ms) {
    return ms + "ms";
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
