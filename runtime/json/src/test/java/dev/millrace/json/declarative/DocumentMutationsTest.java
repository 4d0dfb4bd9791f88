package dev.millrace.json.declarative;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.millrace.functions.codec.DecodeException;
import dev.millrace.functions.spec.SpecRules;
import dev.millrace.json.JsonMappers;
import dev.millrace.mutations.Mutations;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged documents, paths and records are refused as declared, or read as what they say. */
@Timeout(120)
class DocumentMutationsTest {
  private static final int ROUNDS = 10_000;
  private static final ObjectMapper TREES = JsonMappers.standard();

  private static final String YAML =
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

  private static final String JSON =
      """
      {"name": "small", "eventTime": "at", "window": {"sliding": {"size": "1h", "slide": "5m"}},
       "aggregates": {"n": "count", "best": {"max": "score"}}}
      """;

  private static final List<String> RECORDS =
      List.of(
          "{\"a\":17,\"b\":{\"c\":\"x\",\"d\":[1.5,-2e3,true]},\"e\":null}",
          "{\"b\":{\"d\":[],\"c\":\"\\u00e9\"},\"a\":-9223372036854775808,\"other\":{\"x\":[{}]}}",
          "{\"a\":0.1,\"b\":{\"d\":[123456789012345678901234567890]}}");

  @Test
  void shouldRefuseOrReadAValidFunctionWhenADocumentIsDamaged() {
    AtomicInteger refused = new AtomicInteger();
    Mutations.text(
        List.of(YAML, JSON),
        ROUNDS,
        mutant -> {
          DeclarativeFunction function;
          try {
            function = DeclarativeFunctions.parse(mutant, "mutant");
          } catch (InvalidDocumentException e) {
            refused.incrementAndGet();
            assertThat(e.problems()).isNotEmpty();
            return;
          }
          var spec = function.definition().spec();
          assertThat(SpecRules.contradictions(spec)).isEmpty();
          assertThat(DeclarativeFunctions.parse(mutant, "again").definition().spec())
              .isEqualTo(spec);
        });
    assertThat(refused.get()).isBetween(ROUNDS / 3, ROUNDS - 1);
  }

  @Test
  void shouldRefuseOrKeepEveryStepWhenAFieldPathIsDamaged() {
    Mutations.text(
        List.of("carrier", "order.customer.id", "items[0].price", "[\"a.b\"].c"),
        ROUNDS,
        mutant -> {
          try {
            FieldPath path = FieldPath.parse(mutant);
            assertThat(path.steps()).isNotEmpty();
            assertThat(path.text()).isEqualTo(mutant);
            path.steps().forEach(step -> assertThat(mutant).contains(digitsOrName(step)));
          } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("Expected a field path");
          }
        });
  }

  /** A number may be written with leading zeros. */
  private static String digitsOrName(Object step) {
    return step instanceof Integer ? "]" : step.toString();
  }

  /** An independent reader that builds a tree says what each field is. */
  @Test
  void shouldRefuseOrReadTheFieldsThatAreThereWhenARecordIsDamaged() {
    Fields fields = new Fields();
    List<FieldPath> paths =
        List.of(FieldPath.parse("a"), FieldPath.parse("b.c"), FieldPath.parse("b.d[1]"));
    List<String> pointers = List.of("/a", "/b/c", "/b/d/1");
    int[] slots = paths.stream().mapToInt(fields::slot).toArray();
    JsonEventDecoder decoder = new JsonEventDecoder(fields);
    AtomicInteger refused = new AtomicInteger();
    Mutations.bytes(
        RECORDS.stream().map(text -> text.getBytes(UTF_8)).toList(),
        4 * ROUNDS,
        mutant -> {
          JsonEvent event;
          try {
            event = decoder.decode(mutant);
          } catch (DecodeException e) {
            refused.incrementAndGet();
            return;
          }
          JsonNode tree = tree(mutant);
          for (int i = 0; i < slots.length && tree != null; i++) {
            assertThat(matches(tree.at(pointers.get(i)), event.value(slots[i])))
                .as(pointers.get(i))
                .isTrue();
          }
        });
    assertThat(refused.get()).isBetween(ROUNDS, 4 * ROUNDS - 1);
  }

  /**
   * Null for what that reader is stricter about where nothing is needed: repeated names, and
   * exponents out of range.
   */
  private static @Nullable JsonNode tree(byte[] json) {
    try {
      return TREES.readTree(json);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("Duplicate field");
      return null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static boolean matches(JsonNode node, @Nullable Object value) {
    if (node.isMissingNode() || node.isNull()) {
      return value == null;
    }
    if (node.isNumber()) {
      return value instanceof Number
          && new BigDecimal(value.toString()).compareTo(node.decimalValue()) == 0;
    }
    return value != null && node.asText().equals(value.toString());
  }
}
