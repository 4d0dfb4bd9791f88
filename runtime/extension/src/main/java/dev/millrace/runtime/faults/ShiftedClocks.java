package dev.millrace.runtime.faults;

import dev.millrace.runtime.lane.Clocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A wall clock that is wrong, and may step while the process runs: for tests of what must not rest
 * on it. The system property {@code millrace.clock.shift} names a file that holds by how many
 * milliseconds it is ahead (negative: behind) of the machine's; it is read whenever the clock is.
 * The monotonic clock is the machine's.
 */
public final class ShiftedClocks implements Clocks {
  private static final String PROPERTY = "millrace.clock.shift";

  private final Clocks machine = Clocks.system();
  private final Path file;

  ShiftedClocks(Path file) {
    this.file = file;
  }

  /** The clocks of this machine, unless the system property says otherwise. */
  public static Clocks unlessShifted() {
    return of(System.getProperty(PROPERTY));
  }

  static Clocks of(@Nullable String file) {
    return file == null ? Clocks.system() : new ShiftedClocks(Path.of(file));
  }

  @Override
  public long wallMs() {
    try {
      return machine.wallMs() + Long.parseLong(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long nanoTime() {
    return machine.nanoTime();
  }
}
