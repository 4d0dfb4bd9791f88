package dev.millrace.functions.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.Accumulation;
import dev.millrace.functions.AlreadyKeyed;
import dev.millrace.functions.Calendar;
import dev.millrace.functions.Emission;
import dev.millrace.functions.EventTime;
import dev.millrace.functions.Global;
import dev.millrace.functions.Key;
import dev.millrace.functions.Lateness;
import dev.millrace.functions.MergeableWindowFunction;
import dev.millrace.functions.OnError;
import dev.millrace.functions.RecordContext;
import dev.millrace.functions.RecordFunction;
import dev.millrace.functions.Session;
import dev.millrace.functions.Sliding;
import dev.millrace.functions.StreamFunction;
import dev.millrace.functions.Tumbling;
import dev.millrace.functions.Watermarks;
import dev.millrace.functions.WindowContext;
import dev.millrace.functions.WindowFunction;
import dev.millrace.functions.aggregate.Aggregate;
import dev.millrace.functions.aggregate.AggregateFunction;
import dev.millrace.functions.aggregate.Aggregates;
import dev.millrace.functions.model.reflect.ReflectiveModels;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.CalendarUnit;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FunctionModelValidatorTest {
  record Timed(@EventTime long at, String name) {}

  record Keyed(@EventTime Instant at, @Key(order = 2) String b, @Key(order = 1) int a) {}

  enum Kind {
    X
  }

  record EnumKeyed(@EventTime Instant at, @Key Kind kind) {}

  static class Bean {
    @EventTime public long at;
    @Key public String name = "";

    @Key(order = 1)
    public long number() {
      return 1;
    }
  }

  interface Shape {
    @EventTime
    Instant at();
  }

  /** What every function of this test does. */
  abstract static class Counts<E> implements WindowFunction<E, Long, Long> {
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

  abstract static class Merges<E> extends Counts<E>
      implements MergeableWindowFunction<E, Long, Long> {
    @Override
    public Long merge(Long left, Long right) {
      return left + right;
    }
  }

  // Functions that can run.

  @StreamFunction("all-settings")
  @Sliding(size = "1h", slide = "7m", offset = "-8h")
  @Watermarks(
      outOfOrderness = "12h",
      maxAhead = "unlimited",
      idleTimeout = "never",
      idlePolicy = IdlePolicy.STALL)
  @Lateness(allowed = "1h", announceClose = true)
  @Emission(mode = EmissionMode.EARLY, everyRecords = 3, every = "1m")
  @Accumulation(AccumulationMode.RETRACTING)
  @OnError(ErrorPolicy.STOP)
  @AlreadyKeyed
  static class AllSettings extends Merges<Keyed> {}

  @StreamFunction("defaults")
  @Tumbling(size = "1h")
  static class Defaults extends Counts<Timed> {}

  @StreamFunction("days")
  @Calendar(unit = CalendarUnit.DAY, zone = "Europe/Berlin")
  static class Days extends Counts<Bean> {}

  @StreamFunction("sessions")
  @Session(gap = "5m")
  static class Sessions implements AggregateFunction<EnumKeyed, Long> {
    @Override
    public Aggregate<EnumKeyed, ?, Long> aggregate() {
      return Aggregates.count();
    }
  }

  @StreamFunction("everything")
  @Global
  @Emission(mode = EmissionMode.EARLY, everyRecords = 1)
  static class Everything extends Counts<Shape> {}

  @StreamFunction("own-members")
  @Tumbling(size = "1h")
  static class OwnMembers extends Counts<Keyed> {
    @Key
    public String key(Keyed event) {
      return event.b();
    }

    @EventTime
    public long time(Keyed event) {
      return event.a();
    }
  }

  @StreamFunction("record-time")
  @Tumbling(size = "1h")
  @Watermarks(useRecordTimestamp = true)
  static class RecordTime extends Counts<Timed> {}

  /** What every function without windows of this test does. */
  abstract static class Each<E> implements RecordFunction<E, E> {
    @Override
    public void apply(E event, RecordContext<E> context) {
      context.emit(event);
    }
  }

  record Untimed(String name) {}

  @StreamFunction("each-timed")
  @Watermarks(maxAhead = "2h")
  static class EachKeyed extends Each<Keyed> {}

  @StreamFunction("each-untimed")
  static class EachUntimed extends Each<Untimed> {}

  /** F1: neither window nor accumulator; F2: a key is what results go under, nothing moves. */
  @Test
  void shouldHaveNoWindowWhenRecordsAreTakenByThemselves() {
    ValidFunction valid = valid(EachKeyed.class);
    assertThat(valid.spec().isStateless()).isTrue();
    assertThat(valid.spec().keySource()).isEqualTo(KeySource.RECORD_KEY);
    assertThat(valid.spec().time().maxAheadMs()).isEqualTo(7_200_000);
    assertThat(valid.spec().time().useRecordTimestamp()).isFalse();
    assertThat(names(valid.key())).containsExactly("a", "b");
    assertThat(valid.accumulator()).isNull();
  }

  /** F2: no verdict hangs on it, so a record without event time keeps its Kafka timestamp. */
  @Test
  void shouldTakeTheKafkaTimestampWhenThereAreNeitherWindowsNorEventTime() {
    ValidFunction valid = valid(EachUntimed.class);
    assertThat(valid.eventTime()).isNull();
    assertThat(valid.spec().time().useRecordTimestamp()).isTrue();
  }

  @Test
  void shouldReadEverySettingWhenAllAreGiven() {
    ValidFunction valid = valid(AllSettings.class);
    assertThat(valid.spec())
        .isEqualTo(
            new FunctionSpec(
                "all-settings",
                new WindowSpec.Sliding(3_600_000, 420_000, -28_800_000),
                new TimeSpec(
                    43_200_000,
                    3_600_000,
                    TimeSpec.UNLIMITED,
                    TimeSpec.NEVER,
                    IdlePolicy.STALL,
                    false),
                new EmissionSpec(EmissionMode.EARLY, 3, 60_000, true),
                AccumulationMode.RETRACTING,
                KeySource.ALREADY_KEYED,
                ErrorPolicy.STOP));
    assertThat(valid.key().stream().map(part -> part.member().name())).containsExactly("a", "b");
  }

  @Test
  void shouldTakeDefaultsWhenOnlyTheNeededIsGiven() {
    ValidFunction valid = valid(Defaults.class);
    assertThat(valid.spec().time()).isEqualTo(TimeSpec.DEFAULTS);
    assertThat(valid.spec().emission()).isEqualTo(EmissionSpec.ON_COMPLETE);
    assertThat(valid.spec().keySource()).isEqualTo(KeySource.RECORD_KEY);
    assertThat(valid.key()).isEmpty();
    assertThat(valid.codec()).isEmpty();
    assertThat(String.valueOf(valid.accumulator())).isEqualTo("java.lang.Long");
  }

  @Test
  void shouldFindMembersOfRecordsClassesAndInterfaces() {
    assertThat(names(valid(Days.class).key())).containsExactly("name", "number");
    assertThat(valid(Days.class).spec().window())
        .isEqualTo(new WindowSpec.Calendar(CalendarUnit.DAY, ZoneId.of("Europe/Berlin")));
    assertThat(names(valid(Sessions.class).key())).containsExactly("kind");
    assertThat(valid(Sessions.class).accumulator()).isNull();
    Accessor time = valid(Everything.class).eventTime();
    assertThat(time).isNotNull();
  }

  @Test
  void shouldPreferTheFunctionsOwnMembersWhenTheEventHasSomeToo() {
    ValidFunction valid = valid(OwnMembers.class);
    assertThat(names(valid.key())).containsExactly("key");
    assertThat(valid.key().get(0).onFunction()).isTrue();
    assertThat(valid.spec().keySource()).isEqualTo(KeySource.REKEY);
    assertThat(valid.eventTime()).matches(time -> time != null && time.onFunction());
  }

  @Test
  void shouldUseTheRecordTimestampWhenAskedWhateverTheEventSays() {
    assertThat(valid(RecordTime.class).eventTime()).isNull();
    assertThat(valid(RecordTime.class).spec().time().useRecordTimestamp()).isTrue();
  }

  // Functions that are refused.

  @Tumbling(size = "1h")
  static class NoAnnotation extends Counts<Timed> {}

  @StreamFunction("Bad Name")
  @Tumbling(size = "1h")
  static class BadName extends Counts<Timed> {}

  @StreamFunction("f")
  static class NoWindow extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  @Session(gap = "1h")
  static class TwoWindows extends Merges<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1 hour")
  static class BadDuration extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "0s")
  static class ZeroSize extends Counts<Timed> {}

  @StreamFunction("f")
  @Sliding(size = "1m", slide = "1h")
  static class SlideTooLong extends Counts<Timed> {}

  @StreamFunction("f")
  @Calendar(unit = CalendarUnit.DAY, zone = "Mars/Olympus")
  static class BadZone extends Counts<Timed> {}

  @StreamFunction("f")
  @Session(gap = "5m")
  static class SessionWithoutMerge extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  @Watermarks(outOfOrderness = "-1s")
  static class NegativeDisorder extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  @Watermarks(idleTimeout = "0s")
  static class ZeroIdle extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  @Emission(mode = EmissionMode.EARLY, everyRecords = -1)
  static class NegativeTrigger extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class NoEventTime extends Counts<String> {}

  record TwoTimes(@EventTime long a, @EventTime long b) {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class TwoEventTimes extends Counts<TwoTimes> {}

  record IntTime(@EventTime int at) {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class WrongTimeType extends Counts<IntTime> {}

  record DoubleKey(@EventTime long at, @Key double key) {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class WrongKeyType extends Counts<DoubleKey> {}

  record BytesInKey(@EventTime long at, @Key String a, @Key byte[] b) {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class BytesInCompositeKey extends Counts<BytesInKey> {}

  static class UnorderedBean {
    @EventTime public long at;
    @Key public String a = "";
    @Key public String b = "";
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class UnorderedKey extends Counts<UnorderedBean> {}

  static class PrivateBean {
    @EventTime private long at;

    long at() {
      return at;
    }
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class PrivateMember extends Counts<PrivateBean> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class WrongParameter extends Counts<Timed> {
    @Key
    public String key(String event) {
      return event;
    }
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  @Watermarks(useRecordTimestamp = true)
  static class TwoSourcesOfTime extends Counts<Timed> {
    @EventTime
    public long time(Timed event) {
      return event.at();
    }
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  @AlreadyKeyed
  static class AlreadyKeyedByNothing extends Counts<Timed> {}

  @StreamFunction("f")
  @Global
  static class GlobalWithoutTrigger extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class WindowOnRecords extends Each<Timed> {}

  @StreamFunction("f")
  @Lateness(allowed = "1m")
  static class LatenessOnRecords extends Each<Timed> {}

  @StreamFunction("f")
  @AlreadyKeyed
  static class AlreadyKeyedRecords extends Each<Keyed> {}

  @StreamFunction("f")
  @Watermarks(outOfOrderness = "1m")
  static class WatermarkOnRecords extends Each<Timed> {}

  @StreamFunction("f")
  static class RecordsAndWindows extends Counts<Timed> implements RecordFunction<Timed, Long> {
    @Override
    public void apply(Timed event, RecordContext<Long> context) {}
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class NoContract {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class NoConstructor extends Counts<Timed> {
    NoConstructor(int unused) {}
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  @SuppressWarnings("ClassCanBeStatic") // that is what is refused
  class Inner extends Counts<Timed> {}

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class OpenType<E> extends Counts<E> {}

  static class PrivateState {
    private long count;

    long count() {
      return count;
    }
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class BadAccumulator implements WindowFunction<Timed, PrivateState, Long> {
    @Override
    public PrivateState create() {
      return new PrivateState();
    }

    @Override
    public PrivateState add(PrivateState state, Timed event) {
      return state;
    }

    @Override
    public Long finish(PrivateState state, WindowContext context) {
      return state.count();
    }
  }

  @StreamFunction("f")
  @Tumbling(size = "1h")
  static class UnstorableAccumulator implements WindowFunction<Timed, Thread, Long> {
    @Override
    public Thread create() {
      return new Thread();
    }

    @Override
    public Thread add(Thread state, Timed event) {
      return state;
    }

    @Override
    public Long finish(Thread state, WindowContext context) {
      return 0L;
    }
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(NoAnnotation.class, "@StreamFunction", "Annotate it"),
        Arguments.of(BadName.class, "@StreamFunction", "name=\"Bad Name\""),
        Arguments.of(NoWindow.class, "window annotation, but there is none", "@Tumbling"),
        Arguments.of(NoWindow.class, "@Global", "implement RecordFunction"),
        Arguments.of(TwoWindows.class, "[@Tumbling, @Session]", "Keep one"),
        Arguments.of(BadDuration.class, "@Tumbling(size)", "text=\"1 hour\""),
        Arguments.of(ZeroSize.class, "@Tumbling(size)", "positive"),
        Arguments.of(SlideTooLong.class, "window", "slide=1h"),
        Arguments.of(BadZone.class, "@Calendar(zone)", "Mars/Olympus"),
        Arguments.of(SessionWithoutMerge.class, "@Session", "MergeableWindowFunction"),
        Arguments.of(NegativeDisorder.class, "@Watermarks(outOfOrderness)", "-1s"),
        Arguments.of(ZeroIdle.class, "@Watermarks(idleTimeout)", "positive"),
        Arguments.of(NegativeTrigger.class, "@Emission(everyRecords)", "everyRecords=-1"),
        Arguments.of(NoEventTime.class, "event time (W7)", "useRecordTimestamp"),
        Arguments.of(TwoEventTimes.class, "several", "Keep one @EventTime"),
        Arguments.of(WrongTimeType.class, "IntTime.at", "type=int"),
        Arguments.of(WrongKeyType.class, "DoubleKey.key", "type=double"),
        Arguments.of(BytesInCompositeKey.class, "BytesInKey.b", "only as the whole key"),
        Arguments.of(UnorderedKey.class, "order=0", "another order"),
        Arguments.of(PrivateMember.class, "PrivateBean.at", "it is private"),
        Arguments.of(WrongParameter.class, "WrongParameter.key()", "java.lang.String"),
        Arguments.of(TwoSourcesOfTime.class, "time()", "Remove one"),
        Arguments.of(AlreadyKeyedByNothing.class, "@AlreadyKeyed", "remove @AlreadyKeyed"),
        Arguments.of(GlobalWithoutTrigger.class, "emission", "EARLY"),
        Arguments.of(
            WindowOnRecords.class, "no window on a RecordFunction", "Remove it, or implement"),
        Arguments.of(LatenessOnRecords.class, "nothing is late", "Remove it"),
        Arguments.of(AlreadyKeyedRecords.class, "brought together", "Remove it"),
        Arguments.of(WatermarkOnRecords.class, "no watermark", "Remove it"),
        Arguments.of(RecordsAndWindows.class, "several are", "Implement exactly one"),
        Arguments.of(NoContract.class, "none is", "Implement exactly one"),
        Arguments.of(NoConstructor.class, "constructor", "Add the constructor"),
        Arguments.of(Inner.class, "constructor", "make the class static"),
        Arguments.of(OpenType.class, "type variable", "type arguments"),
        Arguments.of(BadAccumulator.class, "PrivateState.count", "is private"),
        Arguments.of(UnstorableAccumulator.class, "java.lang.Thread", "@StoredAs"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldTellClassMemberAndRemedyWhenAFunctionIsRefused(
      Class<?> function, String where, String what) {
    Validation validation = FunctionModelValidator.validate(ReflectiveModels.describe(function));
    assertThat(validation).isInstanceOf(Validation.Invalid.class);
    assertThat(((Validation.Invalid) validation).text())
        .contains(function.getName(), where, what)
        .contains("Expected ")
        .doesNotContain("..");
  }

  @Test
  void shouldNameAllClassesWhenTwoFunctionsHaveOneName() {
    ValidFunction one = valid(Defaults.class);
    assertThat(FunctionModelValidator.duplicates(List.of(one, valid(Days.class)))).isEmpty();
    List<Problem> problems = FunctionModelValidator.duplicates(List.of(one, one));
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).text()).contains("name=defaults", Defaults.class.getName());
  }

  private static ValidFunction valid(Class<?> function) {
    Validation validation = FunctionModelValidator.validate(ReflectiveModels.describe(function));
    assertThat(validation).isInstanceOf(Validation.Valid.class);
    return ((Validation.Valid) validation).function();
  }

  private static List<String> names(List<Accessor> accessors) {
    return accessors.stream().map(accessor -> accessor.member().name()).toList();
  }
}
