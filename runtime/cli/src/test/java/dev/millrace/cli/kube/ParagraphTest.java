package dev.millrace.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ParagraphTest {

  @Test
  void shouldBreakBetweenWordsWhenALineWouldBeTooLong() {
    assertThat(Paragraph.lines("why", "one two three four", 23))
        .containsExactly("why          one two", "             three four");
  }

  @Test
  void shouldPutALongLabelOnALineOfItsOwn() {
    assertThat(Paragraph.lines("LedgerUnreachable", "no answer", 80))
        .containsExactly("LedgerUnreachable", "             no answer");
  }

  @Test
  void shouldKeepAWordWholeWhenItIsTooLong() {
    assertThat(Paragraph.lines("a", "x".repeat(90), 80)).hasSize(1);
    assertThat(Paragraph.lines("a", "", Integer.MAX_VALUE)).containsExactly("a");
  }

  @Test
  void shouldTellTheLargestTwoUnitsOfAnAge() {
    assertThat(Ages.text(Duration.ofSeconds(59))).isEqualTo("59s");
    assertThat(Ages.text(Duration.ofMinutes(2))).isEqualTo("2m");
    assertThat(Ages.text(Duration.ofSeconds(3_661))).isEqualTo("1h1m");
    assertThat(Ages.text(Duration.ofHours(28))).isEqualTo("1d4h");
    assertThat(Ages.text(Duration.ofSeconds(-5))).isEqualTo("0s");
    assertThat(Ages.since("2026-01-01T00:00:00Z", Instant.parse("2026-01-01T00:00:05Z")))
        .isEqualTo("5s");
    assertThat(Ages.since("", Instant.EPOCH)).isEqualTo("–");
    assertThat(Ages.until("1970-01-01T03:00:00Z", Instant.EPOCH)).isEqualTo("in 3h");
    assertThat(Ages.until("1970-01-01T00:00:00Z", Instant.EPOCH)).isEqualTo("due");
    assertThat(Ages.until("", Instant.EPOCH)).isEqualTo("–");
  }
}
