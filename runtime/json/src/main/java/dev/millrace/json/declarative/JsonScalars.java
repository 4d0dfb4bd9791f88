package dev.millrace.json.declarative;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.millrace.functions.state.StateType;
import dev.millrace.functions.state.StateTypes;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Single values of JSON in one form each, so that 1, 1.0 and 1e0 are equal: numbers are a {@code
 * Long} where they fit one, a {@code BigInteger} where they are whole, else a {@code BigDecimal}
 * without trailing zeros.
 */
final class JsonScalars {
  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  /** Whole numbers of more digits stay decimals: 1e999999999 must not fill the memory. */
  private static final int MAX_WHOLE_DIGITS = 1_000;

  /** False, true, numbers by value, texts by UTF-16 unit. */
  static final Comparator<Object> ORDER =
      Comparator.<Object>comparingInt(JsonScalars::rank).thenComparing(JsonScalars::compareAlike);

  /** How a value is kept in state. */
  static final StateType<Object> STATE =
      StateTypes.object("@json")
          .field("kind", StateTypes.ints(), JsonScalars::rank)
          .field("text", StateTypes.strings(), Object::toString)
          .atomic(JsonScalars::restore);

  private JsonScalars() {}

  /** The present value of a parser; null for null. */
  static @Nullable Object read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> whole(parser);
      case VALUE_NUMBER_FLOAT -> canonical(parser.getDecimalValue());
      default -> null;
    };
  }

  private static Object whole(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT, LONG -> parser.getLongValue();
      default -> parser.getBigIntegerValue();
    };
  }

  /** The one form of a number. */
  static Number canonical(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    if (stripped.scale() > 0 || stripped.precision() - (long) stripped.scale() > MAX_WHOLE_DIGITS) {
      return stripped;
    }
    BigInteger whole = stripped.toBigIntegerExact();
    return whole.compareTo(MIN_LONG) >= 0 && whole.compareTo(MAX_LONG) <= 0
        ? (Number) whole.longValueExact()
        : whole;
  }

  private static int rank(Object value) {
    if (value instanceof Boolean) {
      return 0;
    }
    return value instanceof Number ? 1 : 2;
  }

  private static int compareAlike(Object a, Object b) {
    if (a instanceof Long x && b instanceof Long y) {
      return Long.compare(x, y);
    }
    if (a instanceof Number x && b instanceof Number y) {
      return decimal(x).compareTo(decimal(y));
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return Boolean.compare(x, y);
    }
    return a.toString().compareTo(b.toString());
  }

  private static BigDecimal decimal(Number value) {
    if (value instanceof BigDecimal decimal) {
      return decimal;
    }
    return value instanceof BigInteger whole
        ? new BigDecimal(whole)
        : BigDecimal.valueOf(value.longValue());
  }

  private static Object restore(@Nullable Object[] fields) {
    String text = (String) Objects.requireNonNull(fields[1]);
    return switch ((Integer) Objects.requireNonNull(fields[0])) {
      case 0 -> Boolean.valueOf(text);
      case 1 -> canonical(new BigDecimal(text));
      default -> text;
    };
  }

  /** A number of an event, or null if it is missing; anything else rejects the event. */
  static @Nullable Number number(@Nullable Object value, String path) {
    if (value == null || value instanceof Number) {
      return (Number) value;
    }
    throw new IllegalArgumentException(
        "Expected a number, but the field has another type: path="
            + path
            + ", type="
            + (value instanceof Boolean ? "boolean" : "text")
            + ".");
  }
}
