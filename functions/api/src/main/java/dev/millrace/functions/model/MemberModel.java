package dev.millrace.functions.model;

import dev.millrace.functions.state.TypeRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member of an event, an accumulator or a function class.
 *
 * @param declaringClass where it is declared: the class or a supertype
 * @param type of the component or field; a method's result
 * @param parameters of a method; empty otherwise
 * @param annotations those of this API
 * @param modifiers those that matter
 */
public record MemberModel(
    String declaringClass,
    String name,
    MemberKind kind,
    TypeRef type,
    List<TypeRef> parameters,
    List<AnnotationModel> annotations,
    Modifiers modifiers) {

  public MemberModel {
    parameters = List.copyOf(parameters);
    annotations = List.copyOf(annotations);
  }

  /** What a member is. */
  public enum MemberKind {
    COMPONENT,
    FIELD,
    METHOD
  }

  /** The modifiers that matter. */
  public record Modifiers(
      boolean isPrivate, boolean isStatic, boolean isFinal, boolean isTransient) {

    /** None of them. */
    public static final Modifiers NONE = new Modifiers(false, false, false, false);
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
