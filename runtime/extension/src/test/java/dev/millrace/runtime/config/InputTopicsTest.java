package dev.millrace.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.runtime.config.FunctionSettings.Topics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which topics a function may read (R5). */
class InputTopicsTest {

  private static Topics topics(String... inputs) {
    return new Topics(List.of(inputs), "f-panes", "f-late", "f-dead-letters", "ns.f.rekey");
  }

  @Test
  void shouldTakeSeveralWhenEachIsAnother() {
    Topics topics = topics("a", "b");
    assertThat(InputTopics.check("f", topics)).isEqualTo(topics);
  }

  @Test
  void shouldRefuseWhenThereIsNone() {
    assertThatThrownBy(() -> InputTopics.check("f", topics()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("none is given", "function=f");
  }

  @Test
  void shouldRefuseWhenOneIsGivenTwice() {
    assertThatThrownBy(() -> InputTopics.check("f", topics("a", "b", "a")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("twice", "topic=a", "mp.messaging.incoming.f.topics");
  }

  @Test
  void shouldRefuseWhenANameIsMissing() {
    assertThatThrownBy(() -> InputTopics.check("f", topics("a", "")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("without a name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"f-panes", "f-late", "f-dead-letters", "ns.f.rekey"})
  void shouldRefuseWhenTheFunctionWritesToOne(String topic) {
    assertThatThrownBy(() -> InputTopics.check("f", topics("a", topic)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("it writes to one of them", "topic=" + topic);
  }
}
