package dev.millrace.bench.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of the process per operation: what counts on a machine that others use as well. Has the
 * collector, the compiler and RocksDB's threads in it. To be asked for by its class name: {@code
 * -prof}.
 */
public final class CpuProfiler implements InternalProfiler {
  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long beforeNs;

  @Override
  public String getDescription() {
    return "CPU time of the process per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    beforeNs = system.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double ns = system.getProcessCpuTime() - beforeNs;
    long operations = result.getMetadata().getMeasuredOps();
    return List.of(new ScalarResult("cpu.norm", ns / operations, "ns/op", AggregationPolicy.AVG));
  }
}
