package dev.millrace.cli.term;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {

  @Test
  void shouldBePlainWhenTheScriptSawNoTerminal() {
    assertThat(Terminal.of(Map.of("COLUMNS", "100"))).isEqualTo(Terminal.NONE);
  }

  @Test
  void shouldBeWithoutColorWhenNoColorIsSet() {
    Terminal terminal = Terminal.of(Map.of("MILLRACE_TTY", "1", "NO_COLOR", "1"));
    assertThat(terminal).isEqualTo(new Terminal(80, true, false));
    assertThat(terminal.bad("text")).isEqualTo("text");
  }

  @Test
  void shouldBelieveTheUserWhenColumnsIsSet() {
    Map<String, String> environment =
        Map.of("MILLRACE_TTY", "1", "MILLRACE_COLUMNS", "200", "COLUMNS", "132");
    assertThat(Terminal.of(environment)).isEqualTo(new Terminal(132, true, true));
  }

  @Test
  void shouldCutWhenTextIsWiderThanTheTerminal() {
    Terminal terminal = new Terminal(5, true, false);
    assertThat(terminal.fit("█████")).isEqualTo("█████");
    assertThat(terminal.fit("██████")).isEqualTo("████…");
    assertThat(Terminal.NONE.fit("██████")).isEqualTo("██████");
  }
}
