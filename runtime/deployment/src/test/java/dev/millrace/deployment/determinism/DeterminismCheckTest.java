package dev.millrace.deployment.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.model.FunctionModel;
import dev.millrace.functions.model.FunctionModel.Contract;
import dev.millrace.functions.model.Problem;
import dev.millrace.functions.state.TypeRef;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be seen of non-determinism is refused with place and remedy (design, section 1). */
class DeterminismCheckTest {
  private static final String SUSPECTS = Suspects.class.getName() + "$";

  private static DeterminismCheck check;

  @BeforeAll
  static void index() throws IOException {
    Indexer indexer = new Indexer();
    for (Class<?> suspect : Suspects.class.getDeclaredClasses()) {
      indexer.indexClass(suspect);
      for (Class<?> nested : suspect.getDeclaredClasses()) {
        indexer.indexClass(nested);
      }
    }
    indexer.indexClass(Event.class);
    Index index = indexer.complete();
    check = DeterminismCheck.of(index);
  }

  @ParameterizedTest
  @CsvSource({
    "ReadsInstant, ReadsInstant.add(), calls Instant.now(), Take the time from the event",
    "ReadsLocalDate, ReadsLocalDate.add(), calls LocalDate.now(), Take the time from the event",
    "ReadsMillis, ReadsMillis.add(), calls System.currentTimeMillis(), Take the time",
    "ReadsNanos, ReadsNanos.add(), calls System.nanoTime(), Take the time",
    "MakesDate, MakesDate.add(), calls new Date(), Take the time",
    "MakesClock, MakesClock.add(), calls Clock.systemUTC(), Take the time",
    "MakesRandom, MakesRandom.add(), calls new Random(), Derive it from the event",
    "UsesThreadLocalRandom, UsesThreadLocalRandom.add(), ThreadLocalRandom.current(), Derive it",
    "UsesMathRandom, UsesMathRandom.add(), calls Math.random(), Derive it",
    "UsesSecureRandom, UsesSecureRandom.add(), calls new SecureRandom(), Derive it",
    "MakesUuid, MakesUuid.add(), calls UUID.randomUUID(), Derive it",
    "Shuffles, Shuffles.add(), calls Collections.shuffle(), Derive it",
    "ReadsEnvironment, ReadsEnvironment.add(), calls System.getenv(), another pod may see another",
    "ReadsProperty, ReadsProperty.add(), calls Long.getLong(), another pod may see another",
    "UsesDefaultZone, UsesDefaultZone.add(), calls ZoneId.systemDefault(), another pod may see",
    "WritesStatic, WritesStatic.add(), writes the static field WritesStatic.total, Keep it in the",
    "WritesField, WritesField.add(), writes the field WritesField.total, Keep it in the accumul",
    "WritesInheritedField, Base.remember(), writes the field Base.last, Keep it in the accumulator",
    "CallsIndirectly, Assistant.deeper(), calls Instant.now(), Take the time",
    "UsesMethodReference, UsesMethodReference.add(), calls Instant.now(), Take the time",
    "TouchesInitialiser, Holder.<clinit>(), calls Instant.now(), Take the time",
    "CallsThroughInterface, RandomScorer.score(), calls Math.random(), Derive it",
    "TrustedWithoutReason, TrustedWithoutReason.add(), calls Instant.now(), Take the time",
  })
  void shouldRefuse(String suspect, String member, String what, String remedy) {
    List<Problem> problems = check.check(function(suspect, null));

    assertThat(problems).isNotEmpty();
    Problem problem = problems.get(0);
    assertThat(problem.className()).isEqualTo(SUSPECTS + suspect);
    assertThat(problem.member()).isEqualTo("Suspects." + member);
    assertThat(problem.message()).contains(what).containsPattern("line=[1-9]");
    assertThat(problem.remedy()).contains(remedy);
  }

  @Test
  void shouldLookIntoLambdas() {
    assertThat(check.check(function("CallsInLambda", null)))
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).contains("calls Instant.now()"));
  }

  @Test
  void shouldTellHowTheFunctionComesToCallIt() {
    assertThat(check.check(function("CallsIndirectly", null)).get(0).message())
        .contains("called by Suspects.CallsIndirectly.add() → Suspects.Assistant.help()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Pure", "TrustedMethod", "CallsTrustedClass", "MutableAccumulator", "Unrelated"})
  void shouldFindNothing(String suspect) {
    assertThat(check.check(function(suspect, null))).isEmpty();
  }

  @Test
  void shouldLookAtHowAnEventIsMade() {
    List<Problem> problems = check.check(function("Pure", TypeRef.of(Event.class)));

    assertThat(problems)
        .singleElement()
        .extracting(Problem::member)
        .isEqualTo("DeterminismCheckTest.Event.<init>()");
  }

  /** An event that fills a gap with the clock. */
  record Event(long at) {
    Event {
      at = at == 0 ? System.currentTimeMillis() : at;
    }

    static Event sample() {
      return new Event(System.nanoTime());
    }
  }

  private static FunctionModel function(String suspect, @Nullable TypeRef event) {
    return new FunctionModel(
        SUSPECTS + suspect, List.of(), Contract.NONE, true, event, null, null, List.of(), Map.of());
  }
}
