package dev.millrace.deployment;

import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.aggregate.AggregateFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;

/** Indexes of test classes, as Quarkus would make them. */
final class Fixtures {
  private Fixtures() {}

  /** An index of the classes, those nested in them, their supertypes and the API's interfaces. */
  static Index index(Class<?>... classes) {
    Indexer indexer = new Indexer();
    Deque<Class<?>> open = new ArrayDeque<>(Set.of(classes));
    open.add(WindowFunction.class);
    open.add(MergeableWindowFunction.class);
    open.add(AggregateFunction.class);
    open.add(RecordFunction.class);
    Set<Class<?>> seen = new HashSet<>();
    try {
      while (!open.isEmpty()) {
        Class<?> next = open.remove();
        if (seen.add(next) && !next.getName().startsWith("java.")) {
          indexer.indexClass(next);
          open.addAll(Set.of(next.getDeclaredClasses()));
          open.addAll(Set.of(next.getInterfaces()));
          if (next.getSuperclass() != null) {
            open.add(next.getSuperclass());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return indexer.complete();
  }

  static ClassInfo info(Index index, Class<?> type) {
    return index.getClassByName(DotName.createSimple(type));
  }
}
