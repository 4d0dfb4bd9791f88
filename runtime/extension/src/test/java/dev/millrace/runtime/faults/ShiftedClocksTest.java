package dev.millrace.runtime.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.lane.Clocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShiftedClocksTest {
  private static final long HOUR_MS = Duration.ofHours(1).toMillis();

  @TempDir private Path folder;

  @Test
  void shouldStepTheWallClockOnlyWhenTheFileSaysSo() throws IOException {
    Path file = Files.writeString(folder.resolve("shift"), HOUR_MS + "\n");
    Clocks machine = Clocks.system();
    Clocks clocks = ShiftedClocks.of(file.toString());

    long beforeMs = machine.wallMs();
    assertThat(clocks.wallMs()).isGreaterThanOrEqualTo(beforeMs + HOUR_MS);
    long beforeNs = clocks.nanoTime();
    Files.writeString(file, "-" + HOUR_MS);
    assertThat(clocks.wallMs()).isLessThanOrEqualTo(machine.wallMs() - HOUR_MS);
    assertThat(clocks.nanoTime()).isBetween(beforeNs, machine.nanoTime());
  }

  @Test
  void shouldBeTheMachinesWhenNothingIsSaid() {
    assertThat(ShiftedClocks.of(null)).isNotInstanceOf(ShiftedClocks.class);
  }
}
