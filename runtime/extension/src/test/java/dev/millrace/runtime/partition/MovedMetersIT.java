package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.checkpoint.StateBudget;
import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.runtime.metrics.PartitionMeters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case O09: a partition that moves is reported by exactly one pod, with numbers, and by the other
 * not at all.
 */
class MovedMetersIT {
  private static final PartitionRef P0 = PartitionRef.windows(0);
  private static final List<String> GAUGES = List.of("millrace.lag", "millrace.state.keys");

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  @Test
  void shouldReportAPartitionByItsOwnerOnlyWhenItMovesThereAndBack() throws Exception {
    String name = "case-o09";
    topics.create(name + "-in", 1);
    MeterRegistry here = new SimpleMeterRegistry();
    MeterRegistry there = new SimpleMeterRegistry();
    TestPod.Settings settings = TestPod.Settings.of(name, folder);
    try (TestPod a = new TestPod("a", ClickTotals.class, settings, meters(here));
        TestPod b = new TestPod("b", ClickTotals.class, settings, meters(there))) {
      ClickFeed.of(topics, name + "-in", 1).send(500);
      move(a, 1, "a");
      awaitReporter(here, there);
      move(b, 2, "b");
      awaitReporter(there, here);
      move(a, 3, "a");
      awaitReporter(here, there);
    }
    assertThat(here.getMeters()).as("of a pod that has stopped").isEmpty();
  }

  private static PartitionMeters meters(MeterRegistry registry) {
    return new PartitionMeters(registry, new StateBudget(64 << 20));
  }

  private static void move(TestPod teller, long generation, String owner) {
    Assignment assignment = new Assignment(generation, Map.of(P0, owner));
    assertThat(teller.function().context().ledger().publish(assignment)).isTrue();
  }

  private static void awaitReporter(MeterRegistry owner, MeterRegistry other) {
    TestRedis.until(() -> isReporting(owner) && other.getMeters().isEmpty());
    // Gauges that hold their object weakly would say NaN from now on.
    System.gc();
    assertThat(isReporting(owner)).isTrue();
    assertThat(other.getMeters()).isEmpty();
  }

  private static boolean isReporting(MeterRegistry registry) {
    return GAUGES.stream()
        .allMatch(
            name -> {
              Gauge gauge = registry.find(name).tag("partition", "0").gauge();
              return gauge != null && Double.isFinite(gauge.value());
            });
  }
}
