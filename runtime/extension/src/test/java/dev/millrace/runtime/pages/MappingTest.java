package dev.millrace.runtime.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.pages.Mapping.Advice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MappingTest {
  private static final String EXECUTABLE = "/work/a runner";

  private static final String SMAPS =
      """
      00410000-03fe7000 r-xp 00010000 fe:00 11722823                           /work/a runner
      Size:              61276 kB
      Anonymous:             0 kB
      AnonHugePages:         0 kB
      VmFlags: rd ex mr mw me
      7f2230000000-7f22312a4000 rw-p 04e90000 fe:00 11722823                   /work/a runner
      Anonymous:          3200 kB
      7f2233300000-7f2233949000 rw-p 00000000 00:00 0
      Anonymous:          5588 kB
      7f2233a00000-7f2233a01000 r--p 00001000 fe:00 11722823                   /work/a runner
      Anonymous:             4 kB
      7f2a2edc8000-7f2a2ef1e000 r-xp 00026000 fe:00 326269                     /usr/lib/libc.so.6
      Anonymous:             0 kB
      7fff00000000-7fff00001000 r-xp 00000000 00:00 0                          [vdso]
      Anonymous:             0 kB
      """;

  @Test
  void shouldListTheFilesOnlyWhenThereIsOtherMemory() throws IOException {
    assertThat(read(SMAPS))
        .containsExactly(
            new Mapping(0x410000, 0x3fe7000, false, false, EXECUTABLE),
            new Mapping(0x7f2230000000L, 0x7f22312a4000L, true, true, EXECUTABLE),
            new Mapping(0x7f2233a00000L, 0x7f2233a01000L, false, true, EXECUTABLE),
            new Mapping(0x7f2a2edc8000L, 0x7f2a2ef1e000L, false, false, "/usr/lib/libc.so.6"));
  }

  /** The heap that was built into an executable is written to, and so is what is relocated. */
  @Test
  void shouldForgetNothingWhenItWasOrMayBeWrittenTo() throws IOException {
    assertThat(read(SMAPS))
        .extracting(mapping -> mapping.advice(EXECUTABLE))
        .containsExactly(Advice.DONT_NEED, Advice.PAGE_OUT, Advice.PAGE_OUT, Advice.PAGE_OUT);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldKnowTheKernelsFormatWhenAskedOfThisProcess() throws IOException {
    try (BufferedReader smaps = Files.newBufferedReader(Path.of("/proc/self/smaps"))) {
      List<Mapping> found = Mapping.read(smaps);
      assertThat(found).anyMatch(mapping -> mapping.file().endsWith("libjvm.so"));
      assertThat(found).allMatch(mapping -> mapping.bytes() > 0);
    }
  }

  private static List<Mapping> read(String smaps) throws IOException {
    return Mapping.read(new BufferedReader(new StringReader(smaps)));
  }
}
