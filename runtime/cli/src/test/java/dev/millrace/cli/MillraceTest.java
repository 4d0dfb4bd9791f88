package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MillraceTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine commandLine =
      Millrace.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void shouldOfferAllCommandsWhenAskedForHelp() {
    assertThat(commandLine.execute("--help")).isEqualTo(ExitCodes.OK);
    assertThat(commandLine.getSubcommands())
        .containsKeys("run", "demo", "reconcile", "ledger", "checkpoints", "generate-completion");
  }

  @Test
  void shouldExplainTheUsageWhenAnOptionIsUnknown() {
    assertThat(commandLine.execute("demo", "--no-such")).isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains("--no-such").contains("Usage: millrace demo");
  }

  @Test
  void shouldSayWhereItLookedWhenAServiceIsNotThere() {
    int code = commandLine.execute("ledger", "show", "--redis", "redis://127.0.0.1:1");
    assertThat(code).isEqualTo(ExitCodes.FAILED);
    assertThat(err.toString())
        .contains("Expected an answer from Redis")
        .contains("redis=redis://127.0.0.1:1")
        .contains("--redis");
  }

  @Test
  void shouldSayWhatWasExpectedWhenThereIsNoApplication() {
    int code = commandLine.execute("run", "no-such-folder");
    assertThat(code).isEqualTo(ExitCodes.FAILED);
    assertThat(err.toString())
        .contains("Expected a Quarkus application")
        .contains("no-such-folder");
  }

  @Test
  void shouldRefuseATopicWhenItsPartitionsAreNoNumber() {
    assertThat(commandLine.execute("run", "app", "--topic", "flights:many"))
        .isEqualTo(ExitCodes.USAGE);
    assertThat(err.toString()).contains("NAME:PARTITIONS").contains("flights:many");
  }

  @Test
  void shouldWriteACompletionScriptWhenAskedTo() {
    assertThat(commandLine.execute("generate-completion")).isEqualTo(ExitCodes.OK);
    assertThat(out.toString()).contains("complete -F _complete_millrace");
  }
}
