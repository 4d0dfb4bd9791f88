package dev.millrace.mutations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MutationsTest {
  private static final List<String> VALID = List.of("{\"a\":17,\"b\":\"x\"}", "{\"a\":4}");

  @Test
  void shouldGiveTheSameInputsWhenRunAgain() {
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    Mutations.text(VALID, 200, first::add);
    Mutations.text(VALID, 200, second::add);
    assertThat(second).isEqualTo(first);
  }

  @Test
  void shouldGiveManyDifferentInputsMostOfThemDamaged() {
    Set<String> inputs = new HashSet<>();
    Mutations.text(VALID, 2_000, inputs::add);
    assertThat(inputs).hasSizeGreaterThan(1_500);
    inputs.removeAll(VALID);
    assertThat(inputs)
        .anyMatch(String::isEmpty)
        .anyMatch(text -> text.contains("1e999999999"))
        .anyMatch(text -> text.startsWith("{\"a\":17"));
  }

  @Test
  void shouldSayWhatReplaysTheInputWhenACheckFails() {
    assertThatThrownBy(
            () ->
                Mutations.text(
                    VALID,
                    1_000,
                    text -> {
                      if (text.contains("NaN")) {
                        throw new IllegalStateException("cannot read it");
                      }
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("cannot read it")
        .hasMessageContaining("-Dmutations.seed=1")
        .hasMessageContaining("NaN");
  }

  @Test
  void shouldPrintBytesThatHaveNoCharacter() {
    assertThat(Printable.of("a\\\n\u00e9".getBytes(UTF_8))).isEqualTo("a\\x5C\\x0A\\xC3\\xA9");
  }
}
