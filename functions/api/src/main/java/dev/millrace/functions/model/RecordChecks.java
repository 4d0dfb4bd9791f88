package dev.millrace.functions.model;

import dev.millrace.functions.model.FunctionModel.Contract;
import dev.millrace.functions.spec.TimeSpec;
import java.util.Map;

/** Refuses settings that say something of windows or watermarks on a function without (F1). */
final class RecordChecks {
  private static final Map<String, String> OF_WINDOWS =
      Map.of(
          "Lateness", "nothing is late",
          "Emission", "each result is emitted at once",
          "Accumulation", "nothing is accumulated",
          "AlreadyKeyed", "no records have to be brought together");

  private final FunctionModel model;
  private final Problems problems;

  RecordChecks(FunctionModel model, Problems problems) {
    this.model = model;
    this.problems = problems;
  }

  void check(TimeSpec time) {
    if (model.contract() != Contract.RECORD) {
      return;
    }
    for (AnnotationModel annotation : model.annotations()) {
      String why = OF_WINDOWS.get(annotation.name());
      refuseIf(why != null, "@" + annotation.name(), String.valueOf(why));
    }
    TimeSpec usual = TimeSpec.DEFAULTS;
    refuseWatermarkIf(time.outOfOrdernessMs() != usual.outOfOrdernessMs(), "outOfOrderness");
    refuseWatermarkIf(time.idleTimeoutMs() != usual.idleTimeoutMs(), "idleTimeout");
    refuseWatermarkIf(time.idlePolicy() != usual.idlePolicy(), "idlePolicy");
  }

  private void refuseWatermarkIf(boolean isSet, String attribute) {
    refuseIf(isSet, "@Watermarks(" + attribute + ")", "there is no watermark");
  }

  private void refuseIf(boolean isSet, String setting, String why) {
    if (isSet) {
      problems.add(
          setting,
          "Expected no such setting on a RecordFunction, where " + why + ", but it is there",
          "Remove it.");
    }
  }
}
