package dev.millrace.functions.model;

import dev.millrace.functions.model.FunctionModel.Contract;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.SpecRules;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns the model of a function class into its specification, or into all that is missing or
 * contradictory, each with the member and the remedy.
 */
public final class FunctionModelValidator {

  private FunctionModelValidator() {}

  /** Validates one class. */
  public static Validation validate(FunctionModel model) {
    Problems problems = new Problems(model.className());
    String name = name(model, problems);
    checkContract(model, problems);
    WindowSpec window = new WindowReader(model, problems).read();
    SettingsReader settings = new SettingsReader(model, problems);
    MemberReader members = new MemberReader(model, problems);
    TimeSpec time = settings.time();
    if (model.contract() == Contract.RECORD && !members.hasEventTime()) {
      time = time.byRecordTimestamp();
    }
    Accessor eventTime = members.eventTime(time.useRecordTimestamp());
    List<Accessor> key = members.key();
    checkState(model, problems);
    new RecordChecks(model, problems).check(time);
    FunctionSpec spec =
        new FunctionSpec(
            name == null ? "unnamed" : name,
            window == null ? new WindowSpec.Tumbling(1, 0) : window,
            time,
            settings.emission(),
            settings.accumulation(),
            keySource(model, key, problems),
            settings.onError());
    if (window != null) {
      checkTogether(spec, problems);
    }
    return problems.isEmpty()
        ? new Validation.Valid(valid(model, spec, eventTime, key))
        : new Validation.Invalid(problems.list());
  }

  /** A problem for each function whose name another one has too. */
  public static List<Problem> duplicates(List<ValidFunction> functions) {
    Map<String, List<String>> byName = new TreeMap<>();
    for (ValidFunction function : functions) {
      byName
          .computeIfAbsent(function.spec().name(), name -> new ArrayList<>())
          .add(function.model().className());
    }
    List<Problem> problems = new ArrayList<>();
    byName.forEach(
        (name, classes) -> {
          if (classes.size() > 1) {
            problems.add(duplicate(name, classes));
          }
        });
    return List.copyOf(problems);
  }

  private static Problem duplicate(String name, List<String> classes) {
    return new Problem(
        classes.get(0),
        "@StreamFunction",
        "Expected the names of functions to differ, but several have the same: name="
            + name
            + ", classes="
            + classes.stream().sorted().toList(),
        "Rename all but one; state and offsets are kept by this name.");
  }

  private static @Nullable String name(FunctionModel model, Problems problems) {
    AnnotationModel annotation = model.annotation("StreamFunction");
    String name = annotation == null ? "" : annotation.value("value", "");
    if (FunctionSpec.isName(name)) {
      return name;
    }
    problems.add(
        "@StreamFunction",
        annotation == null
            ? "Expected a class annotated with @StreamFunction, but it is not"
            : FunctionSpec.nameExpectation() + ", but it is not: name=\"" + name + "\"",
        annotation == null ? "Annotate it." : "Choose another name.");
    return null;
  }

  private static void checkContract(FunctionModel model, Problems problems) {
    if (!model.contract().isOne()) {
      problems.add(
          null,
          "Expected one of WindowFunction, MergeableWindowFunction, AggregateFunction and"
              + " RecordFunction to be implemented, but "
              + (model.contract() == Contract.NONE ? "none is" : "several are"),
          "Implement exactly one.");
      return;
    }
    if (!model.hasPlainConstructor()) {
      problems.add(
          null,
          "Expected a constructor without parameters that is not private, and a class that is"
              + " neither abstract nor an inner one, but there is no way to make an instance",
          "Add the constructor, or make the class static.");
    }
    boolean accumulatorKnown = !model.contract().hasAccumulator() || model.accumulator() != null;
    if (model.event() == null || model.result() == null || !accumulatorKnown) {
      problems.add(
          null,
          "Expected the types of event, accumulator and result to be known, but one is a type"
              + " variable or missing: event="
              + model.event()
              + ", accumulator="
              + model.accumulator()
              + ", result="
              + model.result(),
          "Give all type arguments of the interface as classes.");
    }
  }

  private static void checkState(FunctionModel model, Problems problems) {
    if (model.accumulator() != null && model.contract().hasAccumulator()) {
      new StateChecks(model, problems).check(model.accumulator());
    }
  }

  private static KeySource keySource(FunctionModel model, List<Accessor> key, Problems problems) {
    boolean alreadyKeyed = model.annotation("AlreadyKeyed") != null;
    if (alreadyKeyed && key.isEmpty() && model.contract() != Contract.RECORD) {
      problems.add(
          "@AlreadyKeyed",
          "Expected a @Key by which the topic is already keyed, but there is none",
          "Add @Key, or remove @AlreadyKeyed: without a @Key the record's key is used anyway.");
    }
    // Without state nothing has to be brought together: a @Key is only what results go under.
    if (key.isEmpty() || model.contract() == Contract.RECORD) {
      return KeySource.RECORD_KEY;
    }
    return alreadyKeyed ? KeySource.ALREADY_KEYED : KeySource.REKEY;
  }

  private static void checkTogether(FunctionSpec spec, Problems problems) {
    for (SpecRules.Contradiction contradiction : SpecRules.contradictions(spec)) {
      problems.add(contradiction.setting(), contradiction.message(), contradiction.remedy());
    }
  }

  private static ValidFunction valid(
      FunctionModel model, FunctionSpec spec, @Nullable Accessor eventTime, List<Accessor> key) {
    AnnotationModel annotation = model.annotation("StreamFunction");
    if (annotation == null || model.event() == null || model.result() == null) {
      throw new IllegalStateException("Expected the checks above to have refused this.");
    }
    return new ValidFunction(
        model,
        spec,
        annotation.value("codec", ""),
        eventTime,
        key,
        model.event(),
        model.contract().hasAccumulator() ? model.accumulator() : null,
        model.result());
  }
}
