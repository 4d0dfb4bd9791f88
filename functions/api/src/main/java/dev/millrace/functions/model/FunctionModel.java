package dev.millrace.functions.model;

import dev.millrace.functions.state.TypeRef;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A class annotated {@code @StreamFunction}.
 *
 * @param className as {@link Class#getName} gives it
 * @param annotations those of this API on the class
 * @param contract which interface it implements
 * @param hasPlainConstructor whether the runtime can make an instance
 * @param event type argument E, resolved through supertypes; null if it is not known
 * @param accumulator type argument A; null for {@link Contract#AGGREGATE} and {@link
 *     Contract#RECORD}, or if it is not known
 * @param result type argument R; null if it is not known
 * @param methods its methods that carry an annotation of this API
 * @param classes the event's class, and those that the accumulator's type leads to, by name
 */
public record FunctionModel(
    String className,
    List<AnnotationModel> annotations,
    Contract contract,
    boolean hasPlainConstructor,
    @Nullable TypeRef event,
    @Nullable TypeRef accumulator,
    @Nullable TypeRef result,
    List<MemberModel> methods,
    Map<String, ClassModel> classes) {

  public FunctionModel {
    annotations = List.copyOf(annotations);
    methods = List.copyOf(methods);
    classes = Map.copyOf(classes);
  }

  /** The interfaces of a function. */
  public enum Contract {
    /** {@code WindowFunction} only. */
    WINDOW,
    /** {@code MergeableWindowFunction}. */
    MERGEABLE,
    /** {@code AggregateFunction}. */
    AGGREGATE,
    /** {@code RecordFunction}: no windows. */
    RECORD,
    /** None of them. */
    NONE,
    /** More than one of them. */
    SEVERAL;

    /** Which of them it is, by the interfaces that a class implements. */
    public static Contract of(
        boolean window, boolean mergeable, boolean aggregate, boolean record) {
      int count = (window ? 1 : 0) + (aggregate ? 1 : 0) + (record ? 1 : 0);
      if (count != 1) {
        return count == 0 ? NONE : SEVERAL;
      }
      if (window) {
        return mergeable ? MERGEABLE : WINDOW;
      }
      return aggregate ? AGGREGATE : RECORD;
    }

    /** Whether it is known which interface it is. */
    public boolean isOne() {
      return this != NONE && this != SEVERAL;
    }

    /** Whether the function brings an accumulator type of its own. */
    public boolean hasAccumulator() {
      return this == WINDOW || this == MERGEABLE;
    }
  }

  /** The annotation with a simple name, or null. */
  public @Nullable AnnotationModel annotation(String simpleName) {
    for (AnnotationModel annotation : annotations) {
      if (annotation.name().equals(simpleName)) {
        return annotation;
      }
    }
    return null;
  }
}
