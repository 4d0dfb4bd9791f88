package dev.millrace.functions.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** The scalar types, by the name in the canonical text. Numbers are big-endian. */
final class Scalars {
  static final ScalarType<Boolean> BOOLEAN =
      scalar("boolean", (v, out) -> out.writeBoolean(v), DataInput::readBoolean, false);
  static final ScalarType<Byte> BYTE =
      scalar("byte", (v, out) -> out.writeByte(v), DataInput::readByte, (byte) 0);
  static final ScalarType<Character> CHAR =
      scalar("char", (v, out) -> out.writeChar(v), DataInput::readChar, '\0');
  static final ScalarType<Short> SHORT =
      new ScalarType<>(
          "short",
          (v, out) -> out.writeShort(v),
          DataInput::readShort,
          (short) 0,
          Map.of("byte", in -> (short) in.readByte()));
  static final ScalarType<Integer> INT =
      new ScalarType<>(
          "int",
          (v, out) -> out.writeInt(v),
          DataInput::readInt,
          0,
          Map.of("byte", in -> (int) in.readByte(), "short", in -> (int) in.readShort()));
  static final ScalarType<Long> LONG =
      new ScalarType<>(
          "long",
          (v, out) -> out.writeLong(v),
          DataInput::readLong,
          0L,
          Map.of(
              "byte", in -> (long) in.readByte(),
              "short", in -> (long) in.readShort(),
              "int", in -> (long) in.readInt()));
  static final ScalarType<Float> FLOAT =
      scalar(
          "float",
          (v, out) -> out.writeInt(Float.floatToIntBits(v)),
          in -> Float.intBitsToFloat(in.readInt()),
          0f);
  static final ScalarType<Double> DOUBLE =
      new ScalarType<>(
          "double",
          (v, out) -> out.writeLong(Double.doubleToLongBits(v)),
          in -> Double.longBitsToDouble(in.readLong()),
          0d,
          Map.of("float", in -> (double) Float.intBitsToFloat(in.readInt())));
  static final ScalarType<String> STRING = scalar("string", Wire::writeText, Wire::readText, "");
  static final ScalarType<byte[]> BYTES =
      scalar("bytes", Wire::writeBytes, Wire::readBytes, new byte[0]).mutable();
  static final ScalarType<BigInteger> BIG_INTEGER =
      new ScalarType<>(
          "integer",
          (v, out) -> Wire.writeBytes(v.toByteArray(), out),
          in -> new BigInteger(Wire.readBytes(in)),
          BigInteger.ZERO,
          Map.of(
              "byte", in -> BigInteger.valueOf(in.readByte()),
              "short", in -> BigInteger.valueOf(in.readShort()),
              "int", in -> BigInteger.valueOf(in.readInt()),
              "long", in -> BigInteger.valueOf(in.readLong())));
  static final ScalarType<BigDecimal> BIG_DECIMAL =
      new ScalarType<>(
          "decimal",
          Scalars::writeDecimal,
          Scalars::readDecimal,
          BigDecimal.ZERO,
          Map.of(
              "byte", in -> BigDecimal.valueOf(in.readByte()),
              "short", in -> BigDecimal.valueOf(in.readShort()),
              "int", in -> BigDecimal.valueOf(in.readInt()),
              "long", in -> BigDecimal.valueOf(in.readLong()),
              "integer", in -> new BigDecimal(new BigInteger(Wire.readBytes(in)))));
  static final ScalarType<Instant> INSTANT =
      scalar("instant", Scalars::writeInstant, Scalars::readInstant, Instant.EPOCH);
  static final ScalarType<Duration> DURATION =
      scalar("duration", Scalars::writeDuration, Scalars::readDuration, Duration.ZERO);
  static final ScalarType<LocalDate> DATE =
      scalar(
          "date",
          (v, out) -> out.writeLong(v.toEpochDay()),
          in -> LocalDate.ofEpochDay(in.readLong()),
          LocalDate.EPOCH);
  static final ScalarType<UUID> UUID_TYPE =
      scalar("uuid", Scalars::writeUuid, Scalars::readUuid, new UUID(0, 0));

  private static final Map<String, ScalarType<?>> BY_CLASS = new HashMap<>();
  private static final Map<String, ScalarType<?>> BY_NAME = new HashMap<>();

  static {
    register(BOOLEAN, "boolean", Boolean.class);
    register(BYTE, "byte", Byte.class);
    register(CHAR, "char", Character.class);
    register(SHORT, "short", Short.class);
    register(INT, "int", Integer.class);
    register(LONG, "long", Long.class);
    register(FLOAT, "float", Float.class);
    register(DOUBLE, "double", Double.class);
    register(STRING, "string", String.class);
    register(BYTES, "bytes", byte[].class);
    BY_CLASS.put("byte[]", BYTES);
    register(BIG_INTEGER, "integer", BigInteger.class);
    register(BIG_DECIMAL, "decimal", BigDecimal.class);
    register(INSTANT, "instant", Instant.class);
    register(DURATION, "duration", Duration.class);
    register(DATE, "date", LocalDate.class);
    register(UUID_TYPE, "uuid", UUID.class);
    for (String primitive :
        new String[] {"boolean", "byte", "char", "short", "int", "long", "float", "double"}) {
      BY_CLASS.put(primitive, BY_NAME.get(primitive));
    }
  }

  private Scalars() {}

  /** The type of a class or primitive, or null. */
  static @org.jspecify.annotations.Nullable ScalarType<?> ofClass(String className) {
    return BY_CLASS.get(className);
  }

  /** The type of a name in a schema, or null. */
  static @org.jspecify.annotations.Nullable ScalarType<?> ofName(String name) {
    return BY_NAME.get(name);
  }

  private static <T> ScalarType<T> scalar(
      String name, ScalarType.Writer<T> writer, StateReader<T> reader, T defaultValue) {
    return new ScalarType<>(name, writer, reader, defaultValue, Map.of());
  }

  private static void register(ScalarType<?> type, String name, Class<?> boxed) {
    BY_CLASS.put(boxed.getName(), type);
    BY_NAME.put(name, type);
  }

  private static void writeDecimal(BigDecimal value, DataOutput out) throws IOException {
    out.writeInt(value.scale());
    Wire.writeBytes(value.unscaledValue().toByteArray(), out);
  }

  private static BigDecimal readDecimal(DataInput in) throws IOException {
    int scale = in.readInt();
    return new BigDecimal(new BigInteger(Wire.readBytes(in)), scale);
  }

  private static void writeInstant(Instant value, DataOutput out) throws IOException {
    out.writeLong(value.getEpochSecond());
    out.writeInt(value.getNano());
  }

  private static Instant readInstant(DataInput in) throws IOException {
    long seconds = in.readLong();
    return Instant.ofEpochSecond(seconds, in.readInt());
  }

  private static void writeDuration(Duration value, DataOutput out) throws IOException {
    out.writeLong(value.getSeconds());
    out.writeInt(value.getNano());
  }

  private static Duration readDuration(DataInput in) throws IOException {
    long seconds = in.readLong();
    return Duration.ofSeconds(seconds, in.readInt());
  }

  private static void writeUuid(UUID value, DataOutput out) throws IOException {
    out.writeLong(value.getMostSignificantBits());
    out.writeLong(value.getLeastSignificantBits());
  }

  private static UUID readUuid(DataInput in) throws IOException {
    long high = in.readLong();
    return new UUID(high, in.readLong());
  }
}
