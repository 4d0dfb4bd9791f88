package dev.millrace.bench.connector;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;

/**
 * Counts records and bytes; the second half of the run is what is reported, so that class loading
 * and warm-up do not count. Used by one thread at a time.
 */
final class Meter {
  private final String way;
  private final long expected;
  private final CountDownLatch done = new CountDownLatch(1);
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long records;
  private long bytes;
  private long halfWallNs;
  private long halfCpuNs;

  Meter(String way, long expected) {
    this.way = way;
    this.expected = expected;
  }

  synchronized void add(int valueBytes) {
    bytes += valueBytes;
    if (++records == expected / 2) {
      halfWallNs = System.nanoTime();
      halfCpuNs = system.getProcessCpuTime();
    } else if (records == expected) {
      report();
      done.countDown();
    }
  }

  void await() throws InterruptedException {
    done.await();
  }

  private void report() {
    double wall = (System.nanoTime() - halfWallNs) / 1e9;
    double cpu = (system.getProcessCpuTime() - halfCpuNs) / 1e9;
    long measured = expected - expected / 2;
    System.out.printf(
        "%-9s %d records, %d bytes; second half: %.2f s wall, %.2f s cpu, %.0f records per cpu"
            + " second%n",
        way, records, bytes, wall, cpu, measured / cpu);
  }
}
