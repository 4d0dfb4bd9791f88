package dev.millrace.deployment;

import dev.millrace.deployment.determinism.DeterminismCheck;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.FunctionModel;
import dev.millrace.functions.model.FunctionModelValidator;
import dev.millrace.functions.model.InvalidFunctionException;
import dev.millrace.functions.model.Problem;
import dev.millrace.functions.model.ValidFunction;
import dev.millrace.functions.model.Validation;
import dev.millrace.runtime.FunctionSource;
import dev.millrace.runtime.function.FunctionsRecorder;
import dev.millrace.runtime.function.GeneratedFunction;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.deployment.GeneratedClassGizmo2Adaptor;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.GeneratedClassBuildItem;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.deployment.pkg.NativeConfig;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.deployment.recording.RecorderContext;
import io.quarkus.runtime.RuntimeValue;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/** Finds the function classes of the application, refuses or binds them. */
final class FunctionsProcessor {
  private static final DotName STREAM_FUNCTION = DotName.createSimple(StreamFunction.class);

  /**
   * Finds and validates all function classes.
   *
   * @throws InvalidFunctionException if any is refused; the message lists every problem of all
   */
  @BuildStep
  StreamFunctionsBuildItem find(
      CombinedIndexBuildItem index,
      ApplicationArchivesBuildItem archives,
      CurateOutcomeBuildItem outcome,
      NativeConfig executable) {
    List<ValidFunction> functions = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    ClassHierarchy hierarchy = new ClassHierarchy(index.getComputingIndex());
    JandexModels models = new JandexModels(index.getComputingIndex());
    CodecChecks codecs =
        new CodecChecks(
            hierarchy,
            index.getIndex(),
            CodecChecks.providersOfApplication(),
            executable.enabled());
    DeterminismCheck determinism = DeterminismCheck.of(OwnCode.index(archives, outcome));
    for (ClassInfo type : annotated(index.getIndex())) {
      FunctionModel model = models.describe(type);
      Validation validation = FunctionModelValidator.validate(model);
      if (validation instanceof Validation.Valid valid) {
        functions.add(valid.function());
        problems.addAll(AccessChecks.check(valid.function(), hierarchy));
        problems.addAll(codecs.check(valid.function()));
      } else if (validation instanceof Validation.Invalid invalid) {
        problems.addAll(invalid.problems());
      }
      problems.addAll(determinism.check(model));
    }
    problems.addAll(FunctionModelValidator.duplicates(functions));
    if (!problems.isEmpty()) {
      throw new InvalidFunctionException(problems);
    }
    return new StreamFunctionsBuildItem(functions);
  }

  /** Generates the bindings and provides them as a bean. */
  @BuildStep
  @Record(ExecutionTime.STATIC_INIT)
  void bind(
      StreamFunctionsBuildItem found,
      RecorderContext context,
      FunctionsRecorder recorder,
      BuildProducer<GeneratedClassBuildItem> classes,
      BuildProducer<GeneratedResourceBuildItem> resources,
      BuildProducer<SyntheticBeanBuildItem> beans) {
    if (found.functions().isEmpty()) {
      return;
    }
    GeneratedClassGizmo2Adaptor output = new GeneratedClassGizmo2Adaptor(classes, resources, true);
    Set<String> shaped = new HashSet<>();
    List<RuntimeValue<GeneratedFunction>> bindings = new ArrayList<>();
    for (ValidFunction function : found.functions()) {
      FunctionWriter.write(function, output);
      for (ClassModel part : Parts.of(function)) {
        if (Parts.isShaped(part) && shaped.add(part.name())) {
          ShapeWriter.write(part, output);
        }
      }
      bindings.add(context.newInstance(FunctionWriter.nameFor(function)));
    }
    beans.produce(
        SyntheticBeanBuildItem.configure(FunctionSource.class)
            .scope(Singleton.class)
            .unremovable()
            .runtimeValue(recorder.source(bindings))
            .done());
  }

  private static List<ClassInfo> annotated(IndexView index) {
    return index.getAnnotations(STREAM_FUNCTION).stream()
        .map(AnnotationInstance::target)
        .filter(target -> target.kind() == AnnotationTarget.Kind.CLASS)
        .map(AnnotationTarget::asClass)
        .sorted(Comparator.comparing(ClassInfo::name))
        .toList();
  }
}
