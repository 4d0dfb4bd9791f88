package dev.millrace.cli.term;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTextTest {
  record Position(long watermarkMs, long nextTimerMs, long committed, Long checkpoint) {}

  @Test
  void shouldWriteNullWhenATimeIsNone() {
    assertThat(JsonText.of(new Position(Long.MIN_VALUE, Long.MAX_VALUE, 0, -7L)))
        .isEqualToIgnoringWhitespace(
            """
            {"watermarkMs": null, "nextTimerMs": null, "committed": 0, "checkpoint": -7}
            """);
  }
}
