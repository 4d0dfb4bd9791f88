package dev.millrace.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.runtime.ledger.Sources.Standing;
import dev.millrace.runtime.ledger.Sources.Topic;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which source has which number, for ever (R5). */
class SourcesTest {
  private static final Topic A = new Topic("a", "id-a", 2);
  private static final Topic B = new Topic("b", "id-b", 3);

  @Test
  void shouldNumberInTheOrderOfTopicsWhenAFunctionBegins() {
    Sources sources = Sources.of(List.of(A, B));
    assertThat(sources.text()).isEqualTo("a@id-a:0-1 b@id-b:0-2");
    assertThat(sources.numberOf("b", 0)).isEqualTo(2);
    assertThat(sources.numberOf("b", 3)).isEqualTo(-1);
    assertThat(sources.idOf("b")).isEqualTo("id-b");
    assertThat(sources.topics()).containsExactly("a", "b");
  }

  /** R3: what joins later never takes a number that was said in-band before. */
  @Test
  void shouldKeepNumbersWhenTopicsGrowAndJoinInAnyOrder() {
    Sources sources =
        Sources.of(List.of(A)).follow(List.of(B, new Topic("a", "id-a", 4))).follow(List.of(A, B));
    assertThat(sources.text()).isEqualTo("a@id-a:0-1 b@id-b:0-2 a@id-a:2-3");
    assertThat(sources.numberOf("a", 3)).isEqualTo(6);
  }

  @Test
  void shouldChangeNothingWhenTheTopicsAreTheSame() {
    Sources sources = Sources.of(List.of(A, B));
    assertThat(sources.follow(List.of(B, A))).isEqualTo(sources);
  }

  @Test
  void shouldServeUntilItHasLeftWhenATopicIsRemoved() {
    Sources leaving = Sources.of(List.of(A, B)).follow(List.of(B));
    assertThat(leaving.all()).extracting(Sources.Source::standing).startsWith(Standing.LEAVING);
    assertThat(leaving.served()).containsExactly(0, 1, 2, 3, 4);
    Sources left = leaving.leave(0).leave(1);
    assertThat(left.text()).isEqualTo("a@id-a:0-1/left b@id-b:0-2");
    assertThat(left.served()).containsExactly(2, 3, 4);
    assertThat(left.follow(List.of(B))).isEqualTo(left);
  }

  @Test
  void shouldComeBackUnderItsNumbersWhenATopicIsAddedAgain() {
    Sources sources = Sources.of(List.of(A, B));
    Sources left = sources.follow(List.of(B)).leave(0);
    assertThat(left.text()).isEqualTo("a@id-a:0-0/left a@id-a:1-1/leaving b@id-b:0-2");
    assertThat(left.follow(List.of(A, B))).isEqualTo(sources);
  }

  @Test
  void shouldLeaveAgainWhenItIsNotSureThatItHasLeft() {
    Sources left = Sources.of(List.of(A, B)).follow(List.of(B)).leave(0).leave(1);
    assertThat(left.leaveAgain().text()).isEqualTo("a@id-a:0-1/leaving b@id-b:0-2");
    Sources known = Sources.of(List.of(A, B)).follow(List.of(B)).leave(1);
    assertThat(left.leaveAgain(known).text())
        .isEqualTo("a@id-a:0-0/leaving a@id-a:1-1/left b@id-b:0-2");
    assertThat(known.leaveAgain(left)).isEqualTo(known);
  }

  @Test
  void shouldReadTheTextThatItWrites() {
    Sources first = Sources.of(List.of(A, B, new Topic("c.x_y-z", "", 1)));
    Stream.of(first, first.follow(List.of(A)), first.follow(List.of(A)).leave(3))
        .forEach(sources -> assertThat(Sources.parse(sources.text())).isEqualTo(sources));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "a@id", "a@id:0", "a@id:0-x", "a@id:0-1/gone", "a@id:0-1  b@i:0-0"})
  void shouldRefuseOtherText(String text) {
    assertThatThrownBy(() -> Sources.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Expected sources");
  }
}
