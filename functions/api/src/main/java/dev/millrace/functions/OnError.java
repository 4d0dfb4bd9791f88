package dev.millrace.functions;

import dev.millrace.functions.spec.ErrorPolicy;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What happens with a record that cannot be processed. Without it: dead letter. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OnError {

  ErrorPolicy value();
}
