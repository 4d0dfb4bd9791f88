package dev.millrace.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.deployment.fixture.DayCount;
import dev.millrace.deployment.fixture.Delivery;
import dev.millrace.deployment.fixture.GradeCount;
import dev.millrace.deployment.fixture.KafkaTimeCount;
import dev.millrace.deployment.fixture.LoudReadings;
import dev.millrace.deployment.fixture.Reading;
import dev.millrace.deployment.fixture.SensorTotals;
import dev.millrace.engine.FunctionCode;
import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.model.AnnotationModel;
import dev.millrace.functions.model.ClassModel;
import dev.millrace.functions.model.FunctionModel;
import dev.millrace.functions.model.FunctionModelValidator;
import dev.millrace.functions.model.ValidFunction;
import dev.millrace.functions.model.Validation;
import dev.millrace.functions.model.reflect.ReflectiveModels;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.time.EventTimeExtractor;
import dev.millrace.json.ReflectiveFunctions;
import dev.millrace.runtime.function.FunctionsRecorder;
import dev.millrace.runtime.function.GeneratedFunction;
import io.quarkus.runtime.RuntimeValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is generated behaves like what reflection does, for all kinds of functions. */
class GeneratedBindingTest {
  private static final String FIXTURES = "dev.millrace.deployment.fixture.";
  private static final Map<String, GeneratedFunction> DEFINED = new HashMap<>();

  static List<String> functions() {
    return List.of("SensorTotals", "DeliveryLoad", "GradeCount", "DayCount", "KafkaTimeCount");
  }

  @ParameterizedTest
  @MethodSource("functions")
  void shouldDescribeAClassAsReflectionDoes(String name) throws Exception {
    Class<?> function = fixture(name);

    FunctionModel indexed = describe(function);

    FunctionModel reflected = ReflectiveModels.describe(function);
    assertThat(text(indexed)).isEqualTo(text(reflected));
    assertThat(valid(indexed).spec()).isEqualTo(valid(reflected).spec());
  }

  /** F1: a function without windows is described, bound and run like others, without state. */
  @Test
  void shouldBindAFunctionWithoutWindowsAsReflectionDoes() throws Exception {
    Class<?> function = fixture("LoudReadings");
    FunctionModel indexed = describe(function);
    assertThat(text(indexed)).isEqualTo(text(ReflectiveModels.describe(function)));

    FunctionDefinition<?, ?, ?> generated = generated("LoudReadings");
    FunctionDefinition<?, ?, ?> reflective = ReflectiveFunctions.define(function);
    assertThat(generated.spec()).isEqualTo(reflective.spec());
    assertThat(generated.spec().isStateless()).isTrue();
    assertThat(generated.key() == null).isEqualTo(reflective.key() == null);
    assertThat(generated.code())
        .isInstanceOfSatisfying(
            FunctionCode.PerRecord.class,
            code -> assertThat(code.function()).isInstanceOf(LoudReadings.class));
  }

  @ParameterizedTest
  @MethodSource("functions")
  void shouldBindSettingsAndSchemaAsReflectionDoes(String name) throws Exception {
    FunctionDefinition<?, ?, ?> generated = generated(name);
    FunctionDefinition<?, ?, ?> reflective = ReflectiveFunctions.define(fixture(name));

    assertThat(generated.spec()).isEqualTo(reflective.spec());
    assertThat(generated.stateType().schema()).isEqualTo(reflective.stateType().schema());
    assertThat(generated.stateType().atomic()).isEqualTo(reflective.stateType().atomic());
    assertThat(generated.key() == null).isEqualTo(reflective.key() == null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SensorTotals {'sensor':'a','at':'2026-01-01T00:00:00Z','value':7,'grade':'POOR'}",
        "SensorTotals {'sensor':'b','at':null,'value':-7,'grade':null}",
        "DeliveryLoad {'depot':'\u00e4 y','route':-3,'weight':500,'stampMs':123}",
        "DeliveryLoad {'depot':'z','route':2147483647,'weight':1,'stampMs':-1}",
        "GradeCount {'sensor':'a','at':'2026-01-01T00:00:00.25Z','value':7,'grade':'GOOD'}",
        "GradeCount {'sensor':'a','at':'2026-01-01T00:00:00Z','value':7,'grade':null}",
        "DayCount {'day':17}",
        "KafkaTimeCount {'sensor':'a','at':null,'value':1,'grade':null}",
      })
  void shouldReadAndFoldAnEventAsReflectionDoes(String script) throws Exception {
    int space = script.indexOf(' ');
    String name = script.substring(0, space);
    byte[] json = script.substring(space).replace('\'', '"').getBytes(StandardCharsets.UTF_8);

    assertThat(outcome(generated(name), json))
        .isEqualTo(outcome(ReflectiveFunctions.define(fixture(name)), json));
  }

  @Test
  void shouldTakeTheKafkaTimestampOnlyWhereItWasAskedFor() throws Exception {
    Reading reading = new Reading("a", null, 1, Reading.Grade.GOOD);

    assertThat(bound("KafkaTimeCount").extractMs(reading, 99)).isEqualTo(99);
    assertThat(bound("SensorTotals").extractMs(reading, 99)).isEqualTo(EventTimeExtractor.NONE);
  }

  @Test
  void shouldKeyByAllPartsInTheirOrder() throws Exception {
    Delivery delivery =
        (Delivery)
            generated("DeliveryLoad")
                .decoder()
                .decode(
                    "{\"depot\":\"HAM\",\"route\":7,\"weight\":500}"
                        .getBytes(StandardCharsets.UTF_8));

    assertThat(bound("DeliveryLoad").extract(delivery)).asString().isEqualTo("[7,\"HAM\",true]");
  }

  @Test
  void shouldRefuseToReadAKeyWhereTheRecordsOwnIsUsed() throws Exception {
    GeneratedFunction function = bound("DayCount");

    assertThatThrownBy(() -> function.extract(new DayCount.Day(1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldMakeANewInstancePerDefinition() throws Exception {
    GeneratedFunction function = bound("SensorTotals");

    assertThat(function.fresh().function())
        .isInstanceOf(SensorTotals.class)
        .isNotSameAs(function.function());
    assertThat(bound("GradeCount").function()).isInstanceOf(GradeCount.class);
    assertThat(bound("KafkaTimeCount").function()).isInstanceOf(KafkaTimeCount.class);
  }

  private static <E, A, R> List<Object> outcome(FunctionDefinition<E, A, R> definition, byte[] json)
      throws DecodeException, IOException {
    E event = definition.decoder().decode(json);
    WindowFunction<E, A, R> function = definition.function();
    A accumulator = function.add(function.add(function.create(), event), event);
    R result = function.finish(accumulator, new Context());
    var key = definition.key();
    byte[] keyBytes = key == null ? null : key.extract(event);
    byte[] stored = write(definition.stateType(), accumulator);
    A restored = definition.stateType().read(new DataInputStream(new ByteArrayInputStream(stored)));
    return List.of(
        time(definition, event),
        keyBytes == null ? "no key" : new String(keyBytes, StandardCharsets.UTF_8),
        result == null
            ? "none"
            : new String(definition.encoder().encode(result), StandardCharsets.UTF_8),
        new String(stored, StandardCharsets.ISO_8859_1),
        new String(write(definition.stateType(), restored), StandardCharsets.ISO_8859_1));
  }

  private static <E> Object time(FunctionDefinition<E, ?, ?> definition, E event) {
    try {
      return definition.eventTime().extractMs(event, 55);
    } catch (RuntimeException e) {
      return e.getClass();
    }
  }

  private static <A> byte[] write(StateType<A> type, A accumulator) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    type.write(accumulator, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static FunctionDefinition<?, ?, ?> generated(String name) throws Exception {
    return new FunctionsRecorder()
        .source(List.of(new RuntimeValue<>(bound(name))))
        .getValue()
        .definitions()
        .get(0);
  }

  /** Generates the classes of a function and defines them beside it. */
  private static synchronized GeneratedFunction bound(String name) throws Exception {
    GeneratedFunction known = DEFINED.get(name);
    if (known != null) {
      return known;
    }
    Class<?> function = fixture(name);
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(function, MethodHandles.lookup());
    ValidFunction valid = valid(describe(function));
    Map<String, byte[]> classes = new TreeMap<>();
    for (ClassModel part : Parts.of(valid)) {
      if (Parts.isShaped(part)) {
        ShapeWriter.write(part, classes::put);
      }
    }
    FunctionWriter.write(valid, classes::put);
    for (byte[] classFile : classes.values()) {
      lookup.defineClass(classFile);
    }
    GeneratedFunction defined =
        Class.forName(FunctionWriter.nameFor(valid))
            .asSubclass(GeneratedFunction.class)
            .getDeclaredConstructor()
            .newInstance();
    DEFINED.put(name, defined);
    return defined;
  }

  private static FunctionModel describe(Class<?> function) {
    Index index = Fixtures.index(function, Reading.class, Delivery.class, DayCount.Day.class);
    return new JandexModels(index).describe(Fixtures.info(index, function));
  }

  private static ValidFunction valid(FunctionModel model) {
    return ((Validation.Valid) FunctionModelValidator.validate(model)).function();
  }

  private static Class<?> fixture(String name) throws ClassNotFoundException {
    return Class.forName(FIXTURES + name);
  }

  /** The model without the annotations' values, of which the index knows no defaults. */
  private static String text(FunctionModel model) {
    String withoutClasses =
        new FunctionModel(
                model.className(),
                model.annotations().stream()
                    .sorted(Comparator.comparing(AnnotationModel::name))
                    .toList(),
                model.contract(),
                model.hasPlainConstructor(),
                model.event(),
                model.accumulator(),
                model.result(),
                model.methods(),
                Map.of())
            .toString();
    return (withoutClasses + new TreeMap<>(model.classes())).replaceAll("values=\\{[^}]*}", "");
  }

  private record Context() implements WindowContext {
    @Override
    public byte[] keyBytes() {
      return new byte[0];
    }

    @Override
    public long startMs() {
      return 0;
    }

    @Override
    public long endMs() {
      return 1;
    }

    @Override
    public PaneKind paneKind() {
      return PaneKind.ON_TIME;
    }

    @Override
    public int paneIndex() {
      return 0;
    }
  }
}
