package dev.millrace.faults;

import dev.millrace.services.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What the threads of a process are doing, for the message of a wait that was in vain. */
final class ThreadDump {
  private static final long ANSWER_S = 20;

  private ThreadDump() {}

  /**
   * The stacks of those threads that are in code of ours.
   *
   * @param log of the process; all stacks are kept beside it
   */
  static String of(long pid, Path log) {
    Path file = log.resolveSibling(log.getFileName() + ".threads");
    Path jstack = Path.of(ChildProcess.javaCommand()).resolveSibling("jstack");
    try {
      Process process =
          new ProcessBuilder(jstack.toString(), Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(file.toFile())
              .start();
      if (!process.waitFor(ANSWER_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      return "\n--- threads, all in " + file + "\n" + ours(Files.readString(file));
    } catch (IOException e) {
      return "(no threads: " + e.getMessage() + ")";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while asking for threads", e);
    }
  }

  private static String ours(String all) {
    return Arrays.stream(all.split("\n\n"))
        .filter(stack -> stack.contains("dev.millrace."))
        .collect(Collectors.joining("\n\n"));
  }
}
