package dev.millrace.functions.state;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The class is stored by a state type of its own instead of field by field. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface StoredAs {

  /** State type of the annotated class; has a constructor without parameters. */
  Class<? extends StateType<?>> value();
}
