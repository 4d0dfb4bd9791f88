package dev.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptProcessesTest {
  @TempDir Path folder = Path.of("");

  private static Process sleeper() throws Exception {
    return new ProcessBuilder("sleep", "300").start();
  }

  @Test
  void shouldEndWhatItRemembersWhenAskedTo() throws Exception {
    KeptProcesses kept = new KeptProcesses(folder.resolve("kept"));
    Process first = sleeper();
    Process second = sleeper();
    kept.remember(List.of(first.pid(), second.pid()));
    assertThat(kept.anyRuns()).isTrue();
    assertThat(kept.end()).isEqualTo(2);
    assertThat(kept.anyRuns()).isFalse();
  }

  @Test
  void shouldSpareAProcessWhenOnlyItsNumberFits() throws Exception {
    Path file = folder.resolve("kept");
    Process other = sleeper();
    try {
      Files.writeString(file, other.pid() + " 2001-01-01T00:00:00Z\n");
      assertThat(new KeptProcesses(file).end()).isZero();
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void shouldKnowOfNoneWhenNothingWasKept() {
    assertThat(new KeptProcesses(folder.resolve("kept")).anyRuns()).isFalse();
  }
}
