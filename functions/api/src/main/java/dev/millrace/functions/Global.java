package dev.millrace.functions;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One window per key that never ends. Only early panes come out of it, so {@link Emission} with a
 * trigger must stand beside it; nothing is late. State grows with the number of keys.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Global {}
