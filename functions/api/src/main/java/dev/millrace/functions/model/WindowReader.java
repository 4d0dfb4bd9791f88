package dev.millrace.functions.model;

import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.WindowSpec;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the window of a function from its annotations (rule W5). */
final class WindowReader {
  private static final List<String> WINDOWS =
      List.of("Tumbling", "Sliding", "Session", "Calendar", "Global");

  private final FunctionModel model;
  private final Problems problems;

  WindowReader(FunctionModel model, Problems problems) {
    this.model = model;
    this.problems = problems;
  }

  /** The window, or null with at least one problem. */
  @Nullable WindowSpec read() {
    List<AnnotationModel> windows = new ArrayList<>();
    for (String name : WINDOWS) {
      AnnotationModel annotation = model.annotation(name);
      if (annotation != null) {
        windows.add(annotation);
      }
    }
    if (model.contract() == FunctionModel.Contract.RECORD) {
      return windows.isEmpty() ? new WindowSpec.None() : notOnRecords(windows);
    }
    if (windows.size() != 1) {
      problems.add(
          null,
          "Expected exactly one window annotation, but there "
              + (windows.isEmpty()
                  ? "is none"
                  : "are several: " + windows.stream().map(a -> "@" + a.name()).toList()),
          "Keep one of @Tumbling, @Sliding, @Session, @Calendar and @Global"
              + (windows.isEmpty()
                  ? "; to take each record by itself, implement RecordFunction."
                  : "."));
      return null;
    }
    return read(windows.get(0));
  }

  private @Nullable WindowSpec notOnRecords(List<AnnotationModel> windows) {
    problems.add(
        "@" + windows.get(0).name(),
        "Expected no window on a RecordFunction, which takes each record by itself, but there is"
            + " one",
        "Remove it, or implement WindowFunction or AggregateFunction.");
    return null;
  }

  private @Nullable WindowSpec read(AnnotationModel annotation) {
    return switch (annotation.name()) {
      case "Tumbling" -> tumbling(annotation);
      case "Sliding" -> sliding(annotation);
      case "Session" -> session(annotation);
      case "Calendar" -> calendar(annotation);
      default -> new WindowSpec.Global();
    };
  }

  private @Nullable WindowSpec tumbling(AnnotationModel annotation) {
    OptionalLong size = problems.duration(annotation, "size", "", 1);
    OptionalLong offset = offset(annotation);
    return size.isPresent() && offset.isPresent()
        ? new WindowSpec.Tumbling(size.getAsLong(), offset.getAsLong())
        : null;
  }

  private @Nullable WindowSpec sliding(AnnotationModel annotation) {
    OptionalLong size = problems.duration(annotation, "size", "", 1);
    OptionalLong slide = problems.duration(annotation, "slide", "", 1);
    OptionalLong offset = offset(annotation);
    return size.isPresent() && slide.isPresent() && offset.isPresent()
        ? new WindowSpec.Sliding(size.getAsLong(), slide.getAsLong(), offset.getAsLong())
        : null;
  }

  private OptionalLong offset(AnnotationModel annotation) {
    return problems.duration(annotation, "offset", "0s", Long.MIN_VALUE);
  }

  private @Nullable WindowSpec session(AnnotationModel annotation) {
    OptionalLong gap = problems.duration(annotation, "gap", "", 1);
    if (model.contract() == FunctionModel.Contract.WINDOW) {
      problems.add(
          "@Session",
          "Expected a function that can merge, as sessions do when a record comes between them, but"
              + " it only implements WindowFunction",
          "Implement MergeableWindowFunction and its merge method, or AggregateFunction.");
    }
    return gap.isPresent() ? new WindowSpec.Session(gap.getAsLong()) : null;
  }

  private @Nullable WindowSpec calendar(AnnotationModel annotation) {
    CalendarUnit unit = problems.constant(annotation, "unit", CalendarUnit.class, CalendarUnit.DAY);
    String zone = annotation.value("zone", "");
    try {
      return new WindowSpec.Calendar(unit, ZoneId.of(zone));
    } catch (DateTimeException e) {
      problems.add(
          "@Calendar(zone)",
          "Expected a time zone such as Europe/Berlin, but it is unknown: zone=\"" + zone + "\"",
          "Use a name of the IANA time zone database.");
      return null;
    }
  }
}
