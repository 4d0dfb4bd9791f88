package dev.millrace.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** One way to do the work, as a process of its own, watched from outside by its group's offsets. */
record Runner(String name, String group, String output, List<String> command) {
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final double TICKS_PER_SECOND = 100;

  /**
   * What was seen.
   *
   * @param firstMs from the start of the process to its first committed offset
   * @param wallMs of the whole run
   * @param cpuSeconds of the whole run
   * @param warmPerCpuSecond events per CPU-second of the second half
   * @param peakMib largest resident memory
   */
  record Result(
      long firstMs, long wallMs, double cpuSeconds, long warmPerCpuSecond, long peakMib) {}

  private record Sample(long events, double cpuSeconds) {}

  Result run(TestTopics topics, long events, Path log)
      throws IOException, InterruptedException, ExecutionException {
    long startNs = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      long firstMs = 0;
      Sample half = new Sample(0, 0);
      while (true) {
        Sample now = new Sample(topics.committed(group), cpuSeconds(process));
        long elapsedMs = (System.nanoTime() - startNs) / 1_000_000;
        firstMs = firstMs == 0 && now.events() > 0 ? elapsedMs : firstMs;
        half = half.events() == 0 && now.events() >= events / 2 ? now : half;
        if (now.events() >= events) {
          return new Result(
              firstMs, elapsedMs, now.cpuSeconds(), rate(half, now), peakMib(process));
        }
        if (!process.isAlive() || elapsedMs > DEADLINE.toMillis()) {
          throw new IllegalStateException(
              "Expected "
                  + name
                  + " to read all, but it did not: events="
                  + now.events()
                  + ". See "
                  + log);
        }
        Thread.sleep(LOOK.toMillis());
      }
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static long rate(Sample from, Sample to) {
    return Math.round((to.events() - from.events()) / (to.cpuSeconds() - from.cpuSeconds()));
  }

  /** User and system time of all threads; fields 14 and 15 of proc(5)'s stat. */
  private static double cpuSeconds(Process process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  private static long peakMib(Process process) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
      }
    }
    throw new IOException("Expected VmHWM in the status of a process, but it is not there");
  }
}
