package dev.millrace.functions.model;

import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.TimeSpec;
import java.util.Map;

/** Reads what is set beside the window: time, emission, accumulation, errors. */
final class SettingsReader {
  private final FunctionModel model;
  private final Problems problems;

  SettingsReader(FunctionModel model, Problems problems) {
    this.model = model;
    this.problems = problems;
  }

  TimeSpec time() {
    AnnotationModel watermarks = annotation("Watermarks");
    return new TimeSpec(
        problems.duration(watermarks, "outOfOrderness", "0s", 0).orElse(0),
        allowedLateness(),
        limit(watermarks, "maxAhead", "1h", "unlimited", 0),
        limit(watermarks, "idleTimeout", "30s", "never", 1),
        problems.constant(watermarks, "idlePolicy", IdlePolicy.class, IdlePolicy.PACE),
        Boolean.parseBoolean(watermarks.value("useRecordTimestamp", "false")));
  }

  private long allowedLateness() {
    AnnotationModel lateness = model.annotation("Lateness");
    return lateness == null ? 0 : problems.duration(lateness, "allowed", "", 0).orElse(0);
  }

  /** A duration, or the word for "no limit". */
  private long limit(
      AnnotationModel annotation, String attribute, String defaultText, String word, long least) {
    return annotation.value(attribute, defaultText).strip().equalsIgnoreCase(word)
        ? Long.MAX_VALUE
        : problems.duration(annotation, attribute, defaultText, least).orElse(least);
  }

  EmissionSpec emission() {
    AnnotationModel emission = annotation("Emission");
    boolean announceClose =
        Boolean.parseBoolean(annotation("Lateness").value("announceClose", "false"));
    return new EmissionSpec(
        problems.constant(emission, "mode", EmissionMode.class, EmissionMode.ON_COMPLETE),
        everyRecords(emission),
        emission.value("every", "").isBlank()
            ? 0
            : problems.duration(emission, "every", "", 1).orElse(1),
        announceClose);
  }

  private long everyRecords(AnnotationModel emission) {
    String text = emission.value("everyRecords", "0");
    long number = Long.parseLong(text);
    if (number < 0) {
      problems.add(
          "@Emission(everyRecords)",
          "Expected a number from 0, but it is less: everyRecords=" + text,
          "Give a positive number, or 0 for no such trigger.");
      return 0;
    }
    return number;
  }

  AccumulationMode accumulation() {
    return problems.constant(
        annotation("Accumulation"), "value", AccumulationMode.class, AccumulationMode.ACCUMULATING);
  }

  ErrorPolicy onError() {
    return problems.constant(
        annotation("OnError"), "value", ErrorPolicy.class, ErrorPolicy.DEAD_LETTER);
  }

  private AnnotationModel annotation(String name) {
    AnnotationModel annotation = model.annotation(name);
    return annotation == null ? new AnnotationModel(name, Map.of()) : annotation;
  }
}
