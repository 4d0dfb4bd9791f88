package dev.millrace.json.declarative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.KeyExtractor;
import dev.millrace.functions.PaneKind;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.functions.time.EventTimeExtractor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeclarativeFunctionsTest {
  private static final String SMALL =
      """
      name: small
      eventTime: at
      window: {tumbling: {size: 1h}}
      aggregates: {n: count}
      """;

  private static final String FULL =
      """
      name: orders-by-shop
      key: [shop.id, '["c.d"]']
      eventTime: {field: at, format: epoch-seconds}
      window: {calendar: {unit: week, zone: America/New_York}}
      watermarks: {outOfOrderness: 12h, maxAhead: unlimited, idleTimeout: never, idlePolicy: others}
      lateness: {allowed: 1h, announceClose: true}
      emission: {mode: early, everyRecords: 10, every: 1m}
      accumulation: retracting
      onError: stop
      aggregates:
        orders: count
        items: {sum: 'items[0].n'}
      output: {times: epoch-millis}
      topics: {input: orders, output: totals, late: orders-late, deadLetter: orders.dead}
      """;

  record Window(byte[] keyBytes, long startMs, long endMs, PaneKind paneKind, int paneIndex)
      implements WindowContext {}

  @Test
  void shouldReadEverySettingWhenAllAreGiven() {
    DeclarativeFunction function = DeclarativeFunctions.parse(FULL, "full.yaml");
    var spec = function.definition().spec();
    assertThat(spec.name()).isEqualTo("orders-by-shop");
    assertThat(spec.window())
        .isEqualTo(new WindowSpec.Calendar(CalendarUnit.WEEK, ZoneId.of("America/New_York")));
    assertThat(spec.time())
        .isEqualTo(
            new TimeSpec(
                43_200_000,
                3_600_000,
                TimeSpec.UNLIMITED,
                TimeSpec.NEVER,
                IdlePolicy.OTHERS,
                false));
    assertThat(spec.emission()).isEqualTo(new EmissionSpec(EmissionMode.EARLY, 10, 60_000, true));
    assertThat(spec.accumulation()).isEqualTo(AccumulationMode.RETRACTING);
    assertThat(spec.onError()).isEqualTo(ErrorPolicy.STOP);
    assertThat(spec.keySource()).isEqualTo(KeySource.REKEY);
    assertThat(function.topics())
        .isEqualTo(new Topics(List.of("orders"), "totals", "orders-late", "orders.dead"));
  }

  @Test
  void shouldTakeDefaultsWhenOnlyTheNeededIsGiven() {
    DeclarativeFunction function = DeclarativeFunctions.parse(SMALL, "small.yaml");
    assertThat(function.definition().spec().time()).isEqualTo(TimeSpec.DEFAULTS);
    assertThat(function.definition().spec().emission()).isEqualTo(EmissionSpec.ON_COMPLETE);
    assertThat(function.definition().spec().keySource()).isEqualTo(KeySource.RECORD_KEY);
    assertThat(function.definition().key()).isNull();
    assertThat(function.topics()).isEqualTo(Topics.NONE);
  }

  /** R5 */
  @Test
  void shouldReadSeveralTopicsWhenTheyAreAList() {
    String text = SMALL + "\ntopics: {input: [orders, returns]}\n";
    assertThat(DeclarativeFunctions.parse(text, "small.yaml").topics().inputs())
        .containsExactly("orders", "returns");
  }

  @Test
  void shouldReadTheSameWhenTheDocumentIsJson() {
    String json =
        """
        {
        \t"name": "small", "eventTime": "at", "window": {"tumbling": {"size": "1h"}},
        \t"aggregates": {"n": "count"}
        }
        """;
    assertThat(DeclarativeFunctions.parse(json, "small.json").definition().spec())
        .isEqualTo(DeclarativeFunctions.parse(SMALL, "small.yaml").definition().spec());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "count | 4",
        "{count: v} | 3",
        "{sum: v} | 6.5",
        "{sum: big} | 9223372036854775809",
        "{mean: v} | 2.1666666666666665",
        "{min: v} | 1",
        "{max: v} | 3.5",
        "{max: name} | `\"b\"`",
        "{distinct: name} | 2",
        "{distinct: {field: name, limit: 1}} | `{\"count\":1,\"atLeast\":true}`",
        "{distinctSketch: name} | 2",
        "{first: name} | `\"a\"`",
        "{last: name} | `\"b\"`",
        "{topN: {field: v, n: 2}} | [3.5,2]",
        "{topN: {field: name, by: v, n: 2}} | `[\"b\",\"a\"]`",
        "{list: {field: v, limit: 2}} | [2,3.5]",
        "{quantiles: {field: big, ranks: [0]}} | [1.00390625]",
        "{max: huge} | 1E+999999999",
        "{sum: nowhere} | 0",
        "{min: nowhere} | null",
        "{first: 'nested.list[1]'} | true",
      })
  void shouldComputeEachAggregate(String aggregate, String expected) throws Exception {
    String document = SMALL.replace("count", aggregate);
    String result =
        run(
            DeclarativeFunctions.parse(document, "a.yaml").definition(),
            """
            {"at":"2013-01-01T10:00:00Z","v":2,"name":"a","big":9223372036854775807,
             "nested":{"list":[{"v":9},true]}}""",
            "{\"at\":\"2013-01-01T10:00:30Z\",\"name\":\"b\",\"v\":3.50,\"big\":1,\"other\":[{}]}",
            "{\"at\":\"2013-01-01T10:00:59Z\",\"name\":\"b\",\"v\":1.0,\"big\":1.0,\"huge\":1e999999999}",
            "{\"at\":\"2013-01-01T10:00:20Z\",\"name\":null,\"v\":null}");
    assertThat(result).endsWith("\"n\":" + expected + "}");
  }

  @Test
  void shouldWriteKeyAndWindowBeforeTheAggregatesInTheirOrder() throws Exception {
    String event =
        "{\"shop\":{\"id\":7},\"c.d\":\"x\\\"y\",\"at\":1357034400.75,\"items\":[{\"n\":2}]}";
    FunctionDefinition<JsonEvent, ?, JsonRow> definition =
        DeclarativeFunctions.parse(FULL, "full.yaml").definition();
    assertThat(run(definition, event, event))
        .isEqualTo(
            "{\"key\":[7,\"x\\\"y\"],\"windowStart\":0,\"windowEnd\":3600000,\"orders\":2,"
                + "\"items\":4}");
    assertThat(time(definition, event)).isEqualTo(1357034400750L);
    assertThat(
            run(
                DeclarativeFunctions.parse(SMALL, "small.yaml").definition(),
                "{\"at\":\"1970-01-01T00:00:00Z\"}"))
        .isEqualTo(
            "{\"key\":\"k\",\"windowStart\":\"1970-01-01T00:00:00Z\","
                + "\"windowEnd\":\"1970-01-01T01:00:00Z\",\"n\":1}");
  }

  /** Rule W7. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "iso | `\"2013-01-01T10:00:00.5Z\"` | 1357034400500",
        "iso | `\"2013-01-01T05:00:00-05:00\"` | 1357034400000",
        "epoch-millis | 1357034400500 | 1357034400500",
        "epoch-millis | 0 | 0",
        "epoch-millis | -2 | -2",
        "epoch-seconds | -0.0005 | -1",
        "epoch-seconds | 12 | 12000",
      })
  void shouldReadEventTimeInItsFormat(String format, String json, long expected) throws Exception {
    assertThat(time(timed(format), "{\"t\":" + json + "}")).isEqualTo(expected);
  }

  @Test
  void shouldFindNoEventTimeWhenItIsMissingNullOrMinusOne() throws Exception {
    assertThat(time(timed("iso"), "{}")).isEqualTo(EventTimeExtractor.NONE);
    assertThat(time(timed("iso"), "{\"t\":null}")).isEqualTo(EventTimeExtractor.NONE);
    assertThat(time(timed("epoch-millis"), "{\"t\":-1}")).isEqualTo(EventTimeExtractor.NONE);
  }

  @Test
  void shouldThrowWhenEventTimeHasAnotherTypeThanTheDocumentSays() {
    assertThatThrownBy(() -> time(timed("iso"), "{\"t\":5}")).hasMessageContaining("type=number");
    assertThatThrownBy(() -> time(timed("epoch-millis"), "{\"t\":\"5\"}"))
        .hasMessageContaining("type=text");
    assertThatThrownBy(() -> time(timed("iso"), "{\"t\":\"yesterday\"}"))
        .isInstanceOf(java.time.DateTimeException.class);
    assertThatThrownBy(() -> time(timed("epoch-seconds"), "{\"t\":1e400}"))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldUseTheRecordTimestampWhenTheDocumentAsksForIt() throws Exception {
    var definition =
        DeclarativeFunctions.parse(
                SMALL.replace("eventTime: at", "eventTime: {recordTimestamp: true}"), "r.yaml")
            .definition();
    assertThat(definition.spec().time().useRecordTimestamp()).isTrue();
    JsonEvent event = definition.decoder().decode(utf8("{}"));
    assertThat(definition.eventTime().extractMs(event, 77)).isEqualTo(77);
    assertThat(definition.eventTime().extractMs(event, -1)).isEqualTo(EventTimeExtractor.NONE);
  }

  @Test
  void shouldHaveNoKeyWhenAPartOfItIsMissing() throws Exception {
    var definition = DeclarativeFunctions.parse(FULL, "full.yaml").definition();
    KeyExtractor<JsonEvent> key = Objects.requireNonNull(definition.key());
    assertThat(key.extract(definition.decoder().decode(utf8("{\"shop\":{\"id\":7}}")))).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`[1]` | JSON object",
        "`{\"v\":` | malformed",
        "`{\"v\":1}{}` | something follows",
        "`{\"v\":[1]}` | path=v",
        "`{\"v\":1,\"v\":2}` | repeated",
        "`{\"other\":{]}` | malformed",
        "`` | JSON object",
      })
  void shouldRefuseBytesThatAreNoEventWithoutQuotingThem(String json, String expected) {
    var decoder =
        DeclarativeFunctions.parse(SMALL.replace("count", "{sum: v}"), "s.yaml")
            .definition()
            .decoder();
    assertThatThrownBy(() -> decoder.decode(utf8(json)))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void shouldRejectTheEventWhenANumberIsExpectedAndATextComes() {
    var definition =
        DeclarativeFunctions.parse(SMALL.replace("count", "{sum: v}"), "s.yaml").definition();
    assertThatThrownBy(() -> run(definition, "{\"v\":\"secret\"}"))
        .hasMessageContaining("path=v")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name: small | nam: small | 1:1: nam: Expected a known property | Did you mean 'name'",
        "name: small | name: Small | 1:1: name: | name=Small",
        "eventTime: at | key: k | 1:1: Expected an event time (W7) | property=eventTime",
        "eventTime: at | eventTime: a..b | 2:12: eventTime: | position=3",
        "eventTime: at | eventTime: {field: at, recordTimestamp: true} | 2:13: eventTime.field | both",
        "size: 1h | size: 1hour | 3:21: window.tumbling.size | there is no unit 'hour'",
        "size: 1h | size: -1h | 3:21: window.tumbling.size | positive",
        "size: 1h | sise: 1h | 3:21: window.tumbling.sise | Did you mean 'size'",
        "name: small | topics: {inptu: x} | 1:10: topics.inptu | Did you mean 'input'",
        "size: 1h | size: 1 hour | 3:21: window.tumbling.size | Did you mean \"1h\"",
        "tumbling: {size: 1h} | sliding: {size: 1m, slide: 1h} | 3:1: window: | Make the slide smaller",
        "tumbling: {size: 1h} | global: {} | 1:1: emission: Expected the global window | EARLY",
        "tumbling: {size: 1h} | calendar: {unit: day, zone: Mars} | window.calendar.zone | zone=Mars",
        "tumbling: {size: 1h} | `tumbling: {size: 1h}, session: {gap: 1m}` | 3:1: window | exactly one",
        "n: count | n: {summ: v} | 4:18: aggregates.n.summ | Did you mean 'sum'",
        "n: count | n: {sum: {}} | aggregates.n.sum | property=field",
        "n: count | key: count | aggregates.key | other than key",
        "n: count | n: {quantiles: {field: v, ranks: [2]}} | aggregates.n.quantiles.ranks | 0 to 1",
        "n: count | n: {topN: {field: v, n: 0}} | aggregates.n.topN.n | from 1",
        "n: count | n: {list: {field: v, limit: 10001}} | aggregates.n.list.limit | at most 10000",
        "`aggregates: {n: count}` | aggregates: {} | 4:1: aggregates | at least one",
        "name: small | `name: small\nname: other` | 2:1: name: | repeated",
        "name: small | `name: small\nonError: halt` | 2:1: onError | dead-letter, stop",
        "name: small | `name: small\nlateness: {announceClose: true}` | lateness | property=allowed",
        "name: small | `name: small\nalreadyKeyed: true` | 2:1: alreadyKeyed | Add it",
        "name: small | `name: small\ntopics: {input: a b}` | topics.input | topic=a b",
        "name: small | `name: small\ntopics: {input: [a, b c]}` | topics.input | topic=b c",
        "name: small | `name: small\ntopics: {input: []}` | topics.input | at least one",
        "name: small | `name: small\ntopics: {input: [a, a]}` | topics.input | twice: topic=a",
        "name: small | `name: small\ntopics: {input: [a, {b: c}]}` | topics.input | a mapping",
        "name: small | `name: small\ntopics: {input: [a, b], late: b}` | topics.input | both",
        "name: small | `name: small\nkey: *a` | 2:6 | alias",
        "name: small | name: [a | 2:10: Expected YAML or JSON | expected ',' or ']'",
        "name: small | `--- \nname: small` | x | x",
      })
  void shouldTellPlaceAndRemedyWhenTheDocumentIsWrong(
      String original, String changed, String where, String what) {
    String document = SMALL.replace(original, changed);
    if (where.equals("x")) {
      assertThat(DeclarativeFunctions.parse(document, "f.yaml")).isNotNull();
      return;
    }
    assertThatThrownBy(() -> DeclarativeFunctions.parse(document, "f.yaml"))
        .isInstanceOf(InvalidDocumentException.class)
        .hasMessageContaining("f.yaml:")
        .hasMessageContaining(where)
        .hasMessageContaining(what);
  }

  @Test
  void shouldListAllProblemsInTheirOrderWhenThereAreSeveral() {
    InvalidDocumentException refused =
        catchThrowableOfType(
            InvalidDocumentException.class,
            () ->
                DeclarativeFunctions.parse(
                    "nmae: x\nwindow: {tumbling: {}}\naggregates: {a: cnt}\n", "f.yaml"));
    List<DocumentProblem> problems = refused.problems();
    assertThat(problems).hasSizeGreaterThanOrEqualTo(5);
    assertThat(problems.stream().map(DocumentProblem::line).toList()).isSorted();
  }

  @Test
  void shouldSayWhatIsMissingWhenTheTextIsEmptyOrNoMapping() {
    assertThatThrownBy(() -> DeclarativeFunctions.parse("", "f.yaml"))
        .hasMessageContaining("empty");
    assertThatThrownBy(() -> DeclarativeFunctions.parse("- a", "f.yaml"))
        .hasMessageContaining("a list");
    assertThatThrownBy(() -> DeclarativeFunctions.parse(SMALL + "---\nname: b\n", "f.yaml"))
        .hasMessageContaining("one document");
  }

  @Test
  void shouldReadAStream() throws Exception {
    var in = new ByteArrayInputStream(utf8(SMALL));
    assertThat(DeclarativeFunctions.parse(in, "s.yaml").definition().spec().name())
        .isEqualTo("small");
  }

  private static FunctionDefinition<JsonEvent, ?, JsonRow> timed(String format) {
    return DeclarativeFunctions.parse(
            SMALL.replace("eventTime: at", "eventTime: {field: t, format: " + format + "}"),
            "t.yaml")
        .definition();
  }

  private static long time(FunctionDefinition<JsonEvent, ?, ?> definition, String json)
      throws DecodeException {
    return definition.eventTime().extractMs(definition.decoder().decode(utf8(json)), 5);
  }

  /** From bytes to bytes, with a restore of the state after each event. */
  private static <A> String run(
      FunctionDefinition<JsonEvent, A, JsonRow> definition, String... events) throws Exception {
    A state = definition.function().create();
    byte[] key = utf8("k");
    for (String json : events) {
      JsonEvent event = definition.decoder().decode(utf8(json));
      definition.eventTime().extractMs(event, 0);
      KeyExtractor<JsonEvent> extractor = definition.key();
      key = extractor == null ? key : Objects.requireNonNull(extractor.extract(event));
      state = definition.function().add(state, event);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      definition.stateType().write(state, new DataOutputStream(bytes));
      var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      state = definition.stateType().readerFor(definition.stateType().schema()).read(in);
    }
    JsonRow row =
        Objects.requireNonNull(
            definition
                .function()
                .finish(state, new Window(key, 0, 3_600_000, PaneKind.ON_TIME, 0)));
    return new String(definition.encoder().encode(row), StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
