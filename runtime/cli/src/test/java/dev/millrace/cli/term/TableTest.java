package dev.millrace.cli.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void shouldAlignNumbersToTheRightWhenTheHeadingSaysSo() {
    Table table = new Table("NAME", "#COUNT").row("a", "1").row("bcdef", "1,000");
    assertThat(table.lines(Terminal.NONE))
        .containsExactly("NAME   COUNT", "a          1", "bcdef  1,000");
  }

  @Test
  void shouldTakeFromTheWidestColumnWhenTheTerminalIsNarrow() {
    Table table = new Table("KEY", "#N").row("x".repeat(60), "12345");
    Terminal terminal = new Terminal(40, true, false);
    assertThat(table.lines(terminal))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(40))
        .last()
        .isEqualTo("x".repeat(32) + "…  12345");
  }

  @Test
  void shouldKeepAllWhenTheOutputIsNoTerminal() {
    Table table = new Table("KEY").row("x".repeat(500));
    assertThat(table.lines(Terminal.NONE)).last().isEqualTo("x".repeat(500));
  }

  @Test
  void shouldRefuseARowWhenItHasAnotherNumberOfCells() {
    assertThatThrownBy(() -> new Table("A", "B").row("only"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("columns=2, cells=1");
  }
}
