package dev.millrace.cli.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter written = new StringWriter();
  private long nowNs;

  private Progress progress(Terminal terminal, long total) {
    return new Progress(terminal, new PrintWriter(written), "reading", total, () -> nowNs);
  }

  @Test
  void shouldSayNothingWhenTheWorkIsShort() {
    try (Progress progress = progress(Terminal.NONE, 10)) {
      progress.add(10);
    }
    assertThat(written.toString()).isEmpty();
  }

  @Test
  void shouldWriteALineNowAndThenWhenThereIsNoTerminal() {
    try (Progress progress = progress(Terminal.NONE, 1_000)) {
      nowNs += TimeUnit.SECONDS.toNanos(6);
      progress.add(250);
      progress.add(250);
      nowNs += TimeUnit.SECONDS.toNanos(6);
      progress.add(500);
    }
    assertThat(written.toString().lines())
        .containsExactly(
            "reading: 250 of 1,000 (25%)",
            "reading: 1,000 of 1,000 (100%)", "reading: 1,000 of 1,000 (100%)");
  }

  @Test
  void shouldDrawOverTheBarWhenThereIsATerminal() {
    try (Progress progress = progress(new Terminal(80, true, false), 4)) {
      nowNs += TimeUnit.SECONDS.toNanos(1);
      progress.add(2);
    }
    assertThat(written.toString())
        .startsWith("\r\u001b[2Kreading ███████████████░░░░░░░░░░░░░░░  50%")
        .endsWith("\r\u001b[2K");
  }

  @Test
  void shouldStayAtTheEndWhenMoreIsDoneThanWasExpected() {
    Progress progress = progress(Terminal.NONE, 10);
    nowNs += TimeUnit.SECONDS.toNanos(6);
    progress.add(25);
    assertThat(written.toString()).contains("(100%)");
  }
}
