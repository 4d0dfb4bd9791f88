package dev.millrace.functions.aggregate;

import dev.millrace.functions.WindowContext;
import org.jspecify.annotations.Nullable;

/** Make one result of the results of several aggregates, most often a record's constructor. */
public final class Combiners {

  private Combiners() {}

  /** Of one. */
  @FunctionalInterface
  public interface Combiner1<A extends @Nullable Object, R> {
    @Nullable R combine(WindowContext context, A a);
  }

  /** Of two. */
  @FunctionalInterface
  public interface Combiner2<A extends @Nullable Object, B extends @Nullable Object, R> {
    @Nullable R combine(WindowContext context, A a, B b);
  }

  /** Of three. */
  @FunctionalInterface
  public interface Combiner3<
      A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object, R> {
    @Nullable R combine(WindowContext context, A a, B b, C c);
  }

  /** Of four. */
  @FunctionalInterface
  public interface Combiner4<
      A extends @Nullable Object,
      B extends @Nullable Object,
      C extends @Nullable Object,
      D extends @Nullable Object,
      R> {
    @Nullable R combine(WindowContext context, A a, B b, C c, D d);
  }
}
