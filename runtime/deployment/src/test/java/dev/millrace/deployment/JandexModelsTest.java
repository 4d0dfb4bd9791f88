package dev.millrace.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.EventTime;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.model.FunctionModelValidator;
import dev.millrace.functions.model.Validation;
import dev.millrace.functions.model.reflect.ReflectiveModels;
import java.util.List;
import org.jboss.jandex.Index;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that are refused are refused for the same reasons from the index and by reflection. */
class JandexModelsTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        Raw.class,
        OpenType.class,
        NoFunction.class,
        PrivateConstructor.class,
        NeedsArgument.class,
        Inner.class,
        Abstract.class,
        UnstorableState.class,
      })
  void shouldFindTheProblemsThatReflectionFinds(Class<?> function) {
    Index index = Fixtures.index(function, Event.class);

    Validation indexed =
        FunctionModelValidator.validate(
            new JandexModels(index).describe(Fixtures.info(index, function)));

    Validation reflected = FunctionModelValidator.validate(ReflectiveModels.describe(function));
    assertThat(problems(indexed)).isNotEmpty().isEqualTo(problems(reflected));
  }

  private static List<String> problems(Validation validation) {
    return validation instanceof Validation.Invalid invalid
        ? invalid.text().lines().toList()
        : List.of();
  }

  record Event(@EventTime long at) {}

  @StreamFunction("raw")
  @Tumbling(size = "1m")
  @SuppressWarnings("rawtypes")
  static class Raw implements WindowFunction {
    @Override
    public Object create() {
      return 0L;
    }

    @Override
    public Object add(Object accumulator, Object event) {
      return accumulator;
    }

    @Override
    public Object finish(Object accumulator, WindowContext context) {
      return accumulator;
    }
  }

  @StreamFunction("open-type")
  @Tumbling(size = "1m")
  static class OpenType<E> extends Counting<E> {}

  @StreamFunction("no-function")
  @Tumbling(size = "1m")
  static class NoFunction {}

  @StreamFunction("private-constructor")
  @Tumbling(size = "1m")
  static class PrivateConstructor extends Counting<Event> {
    private PrivateConstructor() {}
  }

  @StreamFunction("needs-argument")
  @Tumbling(size = "1m")
  static class NeedsArgument extends Counting<Event> {
    NeedsArgument(int limit) {
      assertThat(limit).isPositive();
    }
  }

  @StreamFunction("inner")
  @Tumbling(size = "1m")
  @SuppressWarnings("ClassCanBeStatic")
  class Inner extends Counting<Event> {}

  @StreamFunction("abstract")
  @Tumbling(size = "1m")
  abstract static class Abstract extends Counting<Event> {}

  @StreamFunction("unstorable-state")
  @Tumbling(size = "1m")
  static class UnstorableState implements WindowFunction<Event, Thread, Long> {
    @Override
    public Thread create() {
      return Thread.currentThread();
    }

    @Override
    public Thread add(Thread accumulator, Event event) {
      return accumulator;
    }

    @Override
    public Long finish(Thread accumulator, WindowContext context) {
      return 0L;
    }
  }

  abstract static class Counting<E> implements WindowFunction<E, Long, Long> {
    @Override
    public Long create() {
      return 0L;
    }

    @Override
    public Long add(Long count, E event) {
      return count + 1;
    }

    @Override
    public Long finish(Long count, WindowContext context) {
      return count;
    }
  }
}
