package dev.millrace.json.declarative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {

  @Test
  void shouldReadFieldsElementsAndQuotedNames() {
    assertThat(steps("a")).containsExactly("a");
    assertThat(steps("a.b-c.d_e")).containsExactly("a", "b-c", "d_e");
    assertThat(steps("a[0].b")).containsExactly("a", 0, "b");
    assertThat(steps("a[10][2]")).containsExactly("a", 10, 2);
    assertThat(steps("[\"a.b\"].c")).containsExactly("a.b", "c");
    assertThat(steps("a[\"x y\"]")).containsExactly("a", "x y");
    assertThat(steps("with space.ä")).containsExactly("with space", "ä");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "a[",
        "a[]",
        "a[x]",
        "a[-1]",
        "a[1",
        "a]",
        "[\"a",
        "a.[0]",
        "a[0]b",
        "a\"b",
        "a[1234567]"
      })
  void shouldTellThePositionWhenAPathIsMalformed(String path) {
    assertThatThrownBy(() -> FieldPath.parse(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("path=" + path)
        .hasMessageContaining("position=");
  }

  private static List<Object> steps(String path) {
    return FieldPath.parse(path).steps();
  }
}
