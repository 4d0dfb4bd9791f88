package dev.millrace.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.deployment.schemas.Order;
import dev.millrace.deployment.schemas.Ping;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.model.FunctionModelValidator;
import dev.millrace.functions.model.Problem;
import dev.millrace.functions.model.Validation;
import java.util.List;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexView;
import org.junit.jupiter.api.Test;

/** Classes generated from schemas are refused at build time where no codec would read them. */
class CodecChecksTest {
  private static final String JSON = "dev.millrace.json.JsonCodecProvider";
  private static final Set<String> ALL =
      Set.of(JSON, SchemaFormat.AVRO.provider(), SchemaFormat.PROTOBUF.provider());

  @Test
  void shouldNameTheDependencyWhenTheCodecIsMissing() {
    assertThat(check(Orders.class, Set.of(JSON, SchemaFormat.PROTOBUF.provider())))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.message()).contains("class=" + Order.class.getName());
              assertThat(problem.remedy())
                  .isEqualTo("Add the dependency dev.millrace:millrace-avro.");
            });
    assertThat(check(Pings.class, Set.of(JSON, SchemaFormat.AVRO.provider())))
        .extracting(Problem::remedy)
        .containsExactly("Add the dependency dev.millrace:millrace-protobuf.");
  }

  @Test
  void shouldAcceptGeneratedClassesWhenTheirCodecIsThere() {
    assertThat(check(Orders.class, ALL)).isEmpty();
    assertThat(check(Pings.class, ALL)).isEmpty();
    assertThat(check(BareOrders.class, ALL)).isEmpty();
  }

  @Test
  void shouldSayWhatToGenerateWhenTheClassIsOneOfTheLibrary() {
    assertThat(check(Generic.class, ALL))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.message()).contains("class=" + GenericRecord.class.getName());
              assertThat(problem.remedy()).startsWith("Generate classes from the schema");
            });
  }

  @Test
  void shouldLeaveACodecOfTheAuthorsAlone() {
    assertThat(check(Orders.class, Set.of(JSON, "org.example.Own"))).isEmpty();
    assertThat(check(Generic.class, Set.of(JSON, "org.example.Own"))).isEmpty();
    assertThat(check(OwnFormat.class, Set.of(JSON))).isEmpty();
  }

  @Test
  void shouldNotTakeACodecOfTheAuthorsForTheOneThatIsNamed() {
    assertThat(check(BareOrders.class, Set.of(JSON, "org.example.Own"))).hasSize(1);
  }

  /** An executable would hold the class, but not those that its schema refers to. */
  @Test
  void shouldAskForAnIndexWhenAnExecutableIsBuiltFromALibraryWithoutOne() {
    Index all = Fixtures.index(Orders.class, Order.class);
    assertThat(check(Orders.class, all, IndexView.empty(), ALL, true))
        .singleElement()
        .satisfies(problem -> assertThat(problem.remedy()).contains("quarkus.index-dependency"));
    assertThat(check(Orders.class, all, all, ALL, true)).isEmpty();
    assertThat(check(Orders.class, all, IndexView.empty(), ALL, false)).isEmpty();
  }

  private static List<Problem> check(Class<?> function, Set<String> providers) {
    Index index = Fixtures.index(function, Order.class, Ping.class, GenericRecord.class);
    return check(function, index, index, providers, false);
  }

  private static List<Problem> check(
      Class<?> function,
      Index all,
      IndexView application,
      Set<String> providers,
      boolean isExecutable) {
    Validation validation =
        FunctionModelValidator.validate(
            new JandexModels(all).describe(Fixtures.info(all, function)));
    return new CodecChecks(new ClassHierarchy(all), application, providers, isExecutable)
        .check(((Validation.Valid) validation).function());
  }

  @StreamFunction("orders")
  static class Orders implements RecordFunction<Order, Order> {
    @Override
    public void apply(Order order, RecordContext<Order> context) {
      context.emit(order);
    }
  }

  @StreamFunction(value = "bare-orders", codec = "avro-binary")
  static class BareOrders extends Orders {}

  @StreamFunction(value = "own-format", codec = "own")
  static class OwnFormat extends Orders {}

  @StreamFunction("pings")
  static class Pings implements RecordFunction<Ping, Long> {
    @Override
    public void apply(Ping ping, RecordContext<Long> context) {}
  }

  @StreamFunction("generic")
  static class Generic implements RecordFunction<GenericRecord, Long> {
    @Override
    public void apply(GenericRecord record, RecordContext<Long> context) {}
  }
}
