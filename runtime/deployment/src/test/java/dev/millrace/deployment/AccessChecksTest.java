package dev.millrace.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.deployment.fixture.Reading;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.model.FunctionModelValidator;
import dev.millrace.functions.model.Problem;
import dev.millrace.functions.model.Validation;
import java.util.List;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;

/** What generated code cannot reach is refused at build time, not with an error at run time. */
class AccessChecksTest {

  @Test
  void shouldRefuseAPrivateRecordAsAccumulator() {
    assertThat(check(PrivateTotals.class))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.member()).contains("AccessChecksTest$PrivateTotals$Totals");
              assertThat(problem.remedy()).isEqualTo("Remove private from the record.");
            });
  }

  @Test
  void shouldRefuseAMemberOfAnotherPackageThatIsNotPublic() {
    assertThat(check(FarTime.class, dev.millrace.deployment.fixture.Hidden.class))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.member()).endsWith("fixture.Hidden.atMs");
              assertThat(problem.message()).contains("package=dev.millrace.deployment");
            });
  }

  @Test
  void shouldAllowAPublicEventOfAnotherPackage() {
    assertThat(check(NearTime.class, Reading.class)).isEmpty();
  }

  private static List<Problem> check(Class<?>... classes) {
    Index index = Fixtures.index(classes);
    Validation validation =
        FunctionModelValidator.validate(
            new JandexModels(index).describe(Fixtures.info(index, classes[0])));
    return AccessChecks.check(
        ((Validation.Valid) validation).function(), new ClassHierarchy(index));
  }

  @StreamFunction("private-totals")
  @Tumbling(size = "1m")
  static class PrivateTotals
      implements WindowFunction<PrivateTotals.Event, PrivateTotals.Totals, Long> {
    record Event(@EventTime long at) {}

    private record Totals(long sum) {}

    @Override
    public Totals create() {
      return new Totals(0);
    }

    @Override
    public Totals add(Totals totals, Event event) {
      return new Totals(totals.sum() + event.at());
    }

    @Override
    public Long finish(Totals totals, WindowContext context) {
      return totals.sum();
    }
  }

  @StreamFunction("far-time")
  @Tumbling(size = "1m")
  static class FarTime extends Count<dev.millrace.deployment.fixture.Hidden> {}

  @StreamFunction("near-time")
  @Tumbling(size = "1m")
  static class NearTime extends Count<Reading> {}

  abstract static class Count<E> implements WindowFunction<E, Long, Long> {
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
