package dev.millrace.runtime.pages;

import dev.millrace.runtime.lane.Clocks;
import io.quarkus.runtime.ImageMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Gives pages of a native executable's own file, and of its libraries, back to the kernel. A start
 * reads most of what a pod ever uses of them, and the kernel maps what lies around each place, so
 * that a pod that does nothing would count for several times the memory that it needs. What is
 * needed again comes again, from the kernel's cache of the file as a rule. Costs some milliseconds
 * of a thread of its own each time, and nothing on the path of a record.
 *
 * <p>In a JVM, which shares its class data otherwise, and outside of Linux it does nothing.
 */
public final class PageRelease implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(PageRelease.class);
  private static final Path MAPPINGS = Path.of("/proc/self/smaps");
  private static final Path EXECUTABLE = Path.of("/proc/self/exe");
  private static final int LOOKS = 4;

  private final ScheduledExecutorService thread;

  private PageRelease(ScheduledExecutorService thread) {
    this.thread = thread;
  }

  /**
   * Begins to watch a pod.
   *
   * @param after how long after its start, and after the last work; never where that is zero
   * @param isStarted whether its start is over
   * @param done a number that is another one whenever it has done something
   */
  public static PageRelease begin(
      Duration after, BooleanSupplier isStarted, LongSupplier done, Clocks clocks) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread watch = new Thread(task, "millrace-pages");
              watch.setDaemon(true);
              return watch;
            });
    boolean isNative = ImageMode.current() == ImageMode.NATIVE_RUN && Files.exists(MAPPINGS);
    if (isNative && !after.isZero()) {
      Quiet quiet = new Quiet(after.toMillis());
      Runnable look =
          () -> {
            long nowMs = clocks.monotonicMs();
            if (quiet.isDue(isStarted.getAsBoolean(), done.getAsLong(), nowMs)) {
              release();
            }
          };
      long everyMs = Math.max(1, after.toMillis() / LOOKS);
      var unused = thread.scheduleWithFixedDelay(look, everyMs, everyMs, TimeUnit.MILLISECONDS);
    }
    return new PageRelease(thread);
  }

  /** That it does not come about costs memory, which is no reason to disturb anything else. */
  private static void release() {
    try (BufferedReader smaps = Files.newBufferedReader(MAPPINGS)) {
      String executable = Files.readSymbolicLink(EXECUTABLE).toString();
      int refused = 0;
      int taken = 0;
      for (Mapping mapping : Mapping.read(smaps)) {
        if (Kernel.advise(mapping, mapping.advice(executable))) {
          taken++;
        } else {
          refused++;
        }
      }
      LOG.debugf("Pages of files were given back: mappings=%d, refused=%d", taken, refused);
    } catch (IOException | RuntimeException e) {
      LOG.debugf(e, "Pages of files could not be given back.");
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
