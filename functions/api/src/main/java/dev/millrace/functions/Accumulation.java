package dev.millrace.functions;

import dev.millrace.functions.spec.AccumulationMode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How the panes of a window relate to each other (rule W9). Without it: accumulating. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Accumulation {

  AccumulationMode value();
}
