package dev.millrace.functions.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.functions.model.reflect.ReflectiveShapes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateTypesTest {
  enum Color {
    RED,
    GREEN
  }

  record Point(double x, double y) {}

  record Everything(
      boolean flag,
      byte b,
      char c,
      short s,
      int i,
      long l,
      float f,
      double d,
      @Nullable Long boxed,
      @Nullable String text,
      @Nullable BigDecimal decimal,
      @Nullable BigInteger integer,
      @Nullable Instant instant,
      @Nullable LocalDate date,
      @Nullable Duration duration,
      @Nullable UUID uuid,
      @Nullable Color color,
      @Nullable Point point,
      @Nullable List<Point> points,
      @Nullable Map<String, List<Long>> lists) {}

  static class Mutable {
    long count;
    @Nullable String last;
    transient int cache = 7;
    List<String> names = new ArrayList<>();
  }

  record WithBytes(byte[] bytes) {}

  record Recursive(@Nullable Recursive next) {}

  record Raw(@SuppressWarnings("rawtypes") List list) {}

  record Unknown(Thread thread) {}

  record ByteKeys(Map<byte[], String> map) {}

  @StoredAs(OwnType.class)
  static final class Own {
    final long value;

    Own(long value) {
      this.value = value;
    }
  }

  static final class OwnType implements StateType<Own> {
    @Override
    public StateSchema schema() {
      return new StateSchema("Own", List.of(new StateSchema.Field("value", "long")));
    }

    @Override
    public void write(Own own, DataOutput out) throws IOException {
      out.writeLong(own.value);
    }

    @Override
    public Own read(DataInput in) throws IOException {
      return new Own(in.readLong());
    }

    @Override
    public StateReader<Own> readerFor(StateSchema written) {
      if (!written.layout().equals(schema().layout())) {
        throw new IncompatibleStateException("own");
      }
      return this::read;
    }

    @Override
    public boolean atomic() {
      return true;
    }
  }

  record WithOwn(Own own) {}

  @Test
  void shouldReadBackWhatItWroteWhenARecordHasEveryType() throws Exception {
    Everything full =
        new Everything(
            true,
            (byte) -1,
            '\uffff',
            Short.MIN_VALUE,
            Integer.MIN_VALUE,
            Long.MIN_VALUE,
            Float.NaN,
            -0.0,
            5L,
            "a\u00e9\u4e2d\ud800",
            new BigDecimal("1.50"),
            BigInteger.ONE.shiftLeft(100).negate(),
            Instant.MAX,
            LocalDate.MIN,
            Duration.ofSeconds(-5, 7),
            new UUID(-1, 1),
            Color.GREEN,
            new Point(1, 2),
            List.of(new Point(3, 4)),
            Map.of("k", List.of(1L, 2L)));
    Everything empty =
        new Everything(
            false, (byte) 0, 'a', (short) 0, 0, 0, 0, 0, null, null, null, null, null, null, null,
            null, null, null, null, null);
    StateType<Everything> type = derive(Everything.class);
    assertThat(read(type, bytes(type, full))).isEqualTo(full);
    assertThat(read(type, bytes(type, empty))).isEqualTo(empty);
  }

  @Test
  void shouldHaveACanonicalTextThatReadsBack() {
    StateSchema schema = derive(Everything.class).schema();
    assertThat(schema.text())
        .isEqualTo(
            "Everything{flag:boolean,b:byte,c:char,s:short,i:int,l:long,f:float,d:double,"
                + "boxed:long?,text:string?,decimal:decimal?,integer:integer?,instant:instant?,"
                + "date:date?,duration:duration?,uuid:uuid?,color:enum(RED|GREEN)?,"
                + "point:Point{x:double,y:double}?,points:list<Point{x:double,y:double}>?,"
                + "lists:map<string,list<long>>?}");
    assertThat(StateSchema.parse(schema.text())).isEqualTo(schema);
    assertThat(schema.layout()).doesNotContain("Point").startsWith("{flag:boolean");
    assertThat(derive(Long.class).schema().text()).isEqualTo("value{value:long}");
  }

  /** A format change must be noticed: state lives longer than a version. */
  @Test
  void shouldWriteTheGoldenBytes() throws Exception {
    StateType<Golden> type = derive(Golden.class);
    Golden golden =
        new Golden(258, "ab", "\u0100", List.of(1, -1), Color.GREEN, new BigDecimal("1.5"), null);
    assertThat(hex(bytes(type, golden)))
        .isEqualTo(
            "0000000000000102" // long
                + "01"
                + "04"
                + "6162" // present, 2 chars of one byte
                + "01"
                + "03"
                + "0100" // present, 1 char of two bytes
                + "01"
                + "02"
                + "00000001"
                + "ffffffff" // present, 2 elements
                + "01"
                + "01" // present, index of the constant
                + "01"
                + "00000001"
                + "01"
                + "0f" // present, scale, 1 byte unscaled
                + "00"); // null
  }

  record Golden(
      long n,
      @Nullable String narrow,
      @Nullable String wide,
      @Nullable List<Integer> list,
      @Nullable Color color,
      @Nullable BigDecimal decimal,
      @Nullable Long none) {}

  @Test
  void shouldReadAClassByItsFieldsAndLeaveTransientOnesOut() throws Exception {
    StateType<Mutable> type = derive(Mutable.class);
    Mutable mutable = new Mutable();
    mutable.count = 3;
    mutable.names.add("x");
    mutable.cache = 9;
    Mutable read = read(type, bytes(type, mutable));
    assertThat(read.count).isEqualTo(3);
    assertThat(read.last).isNull();
    assertThat(read.names).containsExactly("x");
    assertThat(read.cache).isEqualTo(7);
    read.names.add("y");
    assertThat(type.schema().text())
        .isEqualTo("Mutable{count:long,last:string?,names:list<string>?}");
  }

  /** Rule E1. */
  @Test
  void shouldBeAtomicOnlyWhenNothingCanBeChangedInPlace() {
    assertThat(derive(Point.class).atomic()).isTrue();
    assertThat(derive(Long.class).atomic()).isTrue();
    assertThat(derive(Mutable.class).atomic()).isFalse();
    assertThat(derive(Everything.class).atomic()).isFalse();
    assertThat(derive(WithBytes.class).atomic()).isFalse();
    assertThat(derive(WithOwn.class).atomic()).isTrue();
  }

  @Test
  void shouldWriteEqualBytesWhenSetsAndMapsAreEqual() throws Exception {
    StateType<Object> sets = deriveText("java.util.Set<java.lang.String>");
    Set<String> one = new LinkedHashSet<>(List.of("a", "b", "c"));
    Set<String> two = new LinkedHashSet<>(List.of("c", "a", "b"));
    assertThat(bytes(sets, one)).isEqualTo(bytes(sets, two));
    StateType<Object> maps = deriveText("java.util.HashMap<java.lang.Long,java.lang.String>");
    Map<Long, String> forth = new LinkedHashMap<>(Map.of(1L, "a"));
    forth.put(-1L, "b");
    Map<Long, String> back = new LinkedHashMap<>(Map.of(-1L, "b"));
    back.put(1L, "a");
    assertThat(bytes(maps, forth)).isEqualTo(bytes(maps, back));
    assertThat(read(maps, bytes(maps, forth))).isInstanceOf(HashMap.class).isEqualTo(back);
  }

  @Test
  void shouldKeepTheOrderWhenTheDeclaredTypeHasOne() throws Exception {
    StateType<Object> linked = deriveText("java.util.LinkedHashSet<java.lang.String>");
    Object read = read(linked, bytes(linked, new LinkedHashSet<>(List.of("b", "a"))));
    assertThat(new ArrayList<Object>((Set<?>) read)).isEqualTo(List.of("b", "a"));
    StateType<Object> sorted = deriveText("java.util.SortedMap<java.lang.String,java.lang.Long>");
    SortedMap<String, Long> map = new TreeMap<>(Map.of("b", 1L, "a", 2L));
    assertThat(read(sorted, bytes(sorted, map))).isInstanceOf(SortedMap.class).isEqualTo(map);
    StateType<Object> hash = deriveText("java.util.HashSet<java.lang.String>");
    assertThat(read(hash, bytes(hash, new HashSet<>(Set.of("x"))))).isInstanceOf(HashSet.class);
  }

  @Test
  void shouldUseTheTypesOwnStateTypeWhenItBringsOne() throws Exception {
    StateType<WithOwn> type = derive(WithOwn.class);
    assertThat(type.schema().text()).isEqualTo("WithOwn{own:Own{value:long}?}");
    assertThat(read(type, bytes(type, new WithOwn(new Own(4)))).own().value).isEqualTo(4);
  }

  // T4: one pair of classes per kind of change; the names of the classes do not matter.

  record V1(int count, float ratio, @Nullable String gone, Point point, @Nullable Color color) {}

  record P2(@Nullable Double x, double y, double z) {}

  record V2(
      long count,
      double ratio,
      P2 point,
      @Nullable Color color,
      @Nullable Instant added,
      @Nullable List<String> addedList,
      long addedLong,
      @Nullable BigDecimal addedDecimal) {}

  @Test
  void shouldReadOlderStateByFieldNameWhenFieldsWereAddedRemovedAndWidened() throws Exception {
    StateType<V1> old = derive(V1.class);
    StateType<V2> present = derive(V2.class);
    byte[] bytes = bytes(old, new V1(7, 1.5f, "bye", new Point(1, 2), Color.RED));
    StateSchema written = StateSchema.parse(old.schema().text());
    V2 read = present.readerFor(written).read(input(bytes));
    assertThat(read)
        .isEqualTo(new V2(7, 1.5, new P2(1.0, 2, 0), Color.RED, null, List.of(), 0, null));
  }

  record Skipped(
      @Nullable Map<String, List<Long>> lists,
      @Nullable Color color,
      @Nullable Point point,
      @Nullable UUID uuid,
      @Nullable String text,
      long kept) {}

  record Kept(long kept) {}

  @Test
  void shouldSkipEveryTypeWhenItsFieldIsGone() throws Exception {
    StateType<Skipped> old = derive(Skipped.class);
    byte[] bytes =
        bytes(
            old,
            new Skipped(
                Map.of("a", List.of(1L)), Color.RED, new Point(1, 1), new UUID(1, 2), "\u4e2d", 9));
    assertThat(derive(Kept.class).readerFor(old.schema()).read(input(bytes)))
        .isEqualTo(new Kept(9));
  }

  record Renamed(long other) {}

  record Wider(double other) {}

  record Elements(@Nullable List<Kept> all) {}

  record RenamedElements(@Nullable List<Renamed> all) {}

  /** Case S09: its value would be lost in silence; so for a field of an element. */
  @Test
  void shouldRefuseWhenAFieldMayHaveBeenRenamed() {
    assertThatThrownBy(() -> derive(Renamed.class).readerFor(derive(Kept.class).schema()))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContainingAll(
            "written=Kept{kept:long}", "present=Renamed{other:long}", "may have been renamed");
    assertThatThrownBy(() -> derive(Wider.class).readerFor(derive(Rate.class).schema()))
        .isInstanceOf(IncompatibleStateException.class);
    assertThatThrownBy(
            () -> derive(RenamedElements.class).readerFor(derive(Elements.class).schema()))
        .isInstanceOf(IncompatibleStateException.class);
  }

  record Rate(float rate) {}

  /** What a rename by two versions comes to: the value is given up on purpose. */
  @Test
  void shouldReadWhenAFieldGoesWithOneVersionAndAnotherComesWithTheNext() throws Exception {
    byte[] bytes = bytes(derive(Both.class), new Both(1, 2));
    assertThat(derive(Kept.class).readerFor(derive(Both.class).schema()).read(input(bytes)))
        .isEqualTo(new Kept(1));
    byte[] without = bytes(derive(Kept.class), new Kept(1));
    assertThat(derive(Third.class).readerFor(derive(Kept.class).schema()).read(input(without)))
        .isEqualTo(new Third(1, 0));
  }

  record Both(long kept, long other) {}

  record Third(long kept, long third) {}

  record Narrow(int kept) {}

  record Text(@Nullable String kept) {}

  record NotNull(@Nullable Long kept) {}

  record Floating(double kept) {}

  @Test
  void shouldRefuseWithBothSchemasWhenTheTypeOfAFieldChanged() {
    for (Class<?> changed : List.of(Narrow.class, Text.class, Floating.class, Long.class)) {
      assertThatThrownBy(() -> derive(changed).readerFor(derive(Kept.class).schema()))
          .as(changed.getName())
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining("written=Kept{kept:long}")
          .hasMessageContaining("present=");
    }
    assertThatThrownBy(() -> derive(Kept.class).readerFor(derive(NotNull.class).schema()))
        .isInstanceOf(IncompatibleStateException.class);
  }

  @Test
  void shouldReadWhatWasNotNullableWhenItBecameSo() throws Exception {
    byte[] bytes = bytes(derive(Kept.class), new Kept(3));
    assertThat(derive(NotNull.class).readerFor(derive(Kept.class).schema()).read(input(bytes)))
        .isEqualTo(new NotNull(3L));
  }

  enum ColorWas {
    GREEN,
    RED
  }

  enum ColorLess {
    RED
  }

  record HasColor(Color c) {}

  record HadColor(ColorWas c) {}

  record LessColor(ColorLess c) {}

  @Test
  void shouldMatchConstantsByNameWhenAnEnumChanged() throws Exception {
    byte[] bytes = bytes(derive(HadColor.class), new HadColor(ColorWas.RED));
    assertThat(derive(HasColor.class).readerFor(derive(HadColor.class).schema()).read(input(bytes)))
        .isEqualTo(new HasColor(Color.RED));
    assertThatThrownBy(() -> derive(LessColor.class).readerFor(derive(HasColor.class).schema()))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("enum(RED|GREEN)");
  }

  @Test
  void shouldSayWhichPartCannotBeStored() {
    assertUnsupported(Recursive.class, "at=next", "contains itself");
    assertUnsupported(Raw.class, "at=list", "element type");
    assertUnsupported(Unknown.class, "at=thread", "type=java.lang.Thread");
    assertUnsupported(ByteKeys.class, "at=map", "no equality");
    assertUnsupported(Object.class, "type=java.lang.Object", "@StoredAs");
  }

  private static void assertUnsupported(Class<?> type, String... parts) {
    assertThatThrownBy(() -> derive(type))
        .isInstanceOf(UnsupportedStateException.class)
        .hasMessageContainingAll(parts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A",
        "A{",
        "A{x}",
        "A{x:}",
        "A{x:long",
        "A{x:long}}",
        "A{x:list<}",
        "A{x:enum(}",
        "{x:long}"
      })
  void shouldRefuseATextThatIsNoSchema(String text) {
    assertThatThrownBy(() -> StateSchema.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldFailWithAnIoErrorWhenBytesEndTooEarlyOrALengthIsWrong() throws Exception {
    StateType<Text> type = derive(Text.class);
    byte[] bytes = bytes(type, new Text("abc"));
    for (int i = 0; i < bytes.length; i++) {
      byte[] cut = java.util.Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> read(type, cut)).isInstanceOf(IOException.class);
    }
    byte[] endless = {1, -1, -1, -1, -1, -1, -1};
    assertThatThrownBy(() -> read(type, endless)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldReadTypesFromTheirNames() {
    String text = "java.util.Map<java.lang.String,java.util.List<long>>";
    assertThat(TypeRef.parse(text).toString()).isEqualTo(text);
    for (String wrong : List.of("", "a<", "a<b", "a<b>c>", "a,b", "<a>")) {
      assertThatThrownBy(() -> TypeRef.parse(wrong)).as(wrong).hasMessageContaining("position=");
    }
  }

  @SuppressWarnings("unchecked") // derived from that very class
  private static <T> StateType<T> derive(Class<T> type) {
    return (StateType<T>)
        StateTypes.derive(
            TypeRef.of(type), new ReflectiveShapes(StateTypesTest.class.getClassLoader()));
  }

  @SuppressWarnings("unchecked") // only objects of that type are given to it
  private static StateType<Object> deriveText(String type) {
    return (StateType<Object>) StateTypes.derive(TypeRef.parse(type), StateShapes.NONE);
  }

  private static <T> byte[] bytes(StateType<T> type, T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    type.write(value, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static <T> T read(StateType<T> type, byte[] bytes) throws IOException {
    DataInputStream in = input(bytes);
    T value = type.read(in);
    assertThat(in.available()).as("bytes left").isZero();
    return Objects.requireNonNull(value);
  }

  private static DataInputStream input(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  private static String hex(byte[] bytes) {
    return java.util.HexFormat.of().formatHex(bytes);
  }
}
