package dev.millrace.operator.dependent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HashTest {
  @Test
  void shouldBeTheSameWhenMapsHaveAnotherOrder() {
    assertThat(Hash.of(List.of(Map.of("labels", inOrder("a", "b", "c")))))
        .isEqualTo(Hash.of(List.of(Map.of("labels", inOrder("c", "a", "b")))));
  }

  /** Of a map that has another order in each process. */
  @Test
  void shouldBeTheSameWhenAnotherProcessTakesIt() {
    assertThat(Hash.of(Map.of("a", 1, "b", List.of(2, 3), "c", Map.of("d", "e", "f", "g"))))
        .isEqualTo("32804ef0a58a");
  }

  @Test
  void shouldDifferWhenAListHasAnotherOrder() {
    assertThat(Hash.of(List.of(1, 2))).isNotEqualTo(Hash.of(List.of(2, 1)));
  }

  @Test
  void shouldDifferWhenAValueDoes() {
    assertThat(Hash.of(Map.of("a", Map.of("b", 1))))
        .isNotEqualTo(Hash.of(Map.of("a", Map.of("b", 2))));
  }

  private static Map<String, Integer> inOrder(String... keys) {
    Map<String, Integer> map = new LinkedHashMap<>();
    for (String key : keys) {
      map.put(key, key.hashCode());
    }
    return map;
  }
}
