package dev.millrace.runtime.metrics;

import dev.millrace.engine.RejectReason;
import dev.millrace.functions.PaneKind;
import dev.millrace.runtime.checkpoint.StateBudget;
import dev.millrace.runtime.ingest.LogEnds;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Stage;
import dev.millrace.runtime.partition.FunctionContext;
import dev.millrace.runtime.partition.FunctionRuntime.PartitionListener;
import dev.millrace.runtime.partition.PartitionGauges;
import dev.millrace.runtime.partition.PartitionRunner;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * Meters of the partitions that a pod has, tagged {@code function}, {@code topic}, {@code
 * partition} and {@code stage}. They hold their partition strongly and go with it, so that exactly
 * one pod reports each (case O09). Counters come from the partition's state: they go on after a
 * restore.
 */
public final class PartitionMeters implements PartitionListener {
  private final MeterRegistry registry;
  private final StateBudget budget;
  private final Map<Key, List<Meter>> bound = new ConcurrentHashMap<>();

  private record Key(String function, PartitionRef ref) {}

  /**
   * Registers with a registry.
   *
   * @param budget hears as well how many partitions there are
   */
  public PartitionMeters(MeterRegistry registry, StateBudget budget) {
    this.registry = registry;
    this.budget = budget;
  }

  @Override
  public void taken(FunctionContext context, PartitionRef ref, PartitionRunner runner) {
    if (ref.stage() == Stage.WINDOWS) {
      budget.taken();
    }
    Binding b = new Binding(context, ref, runner);
    b.bindPositions();
    b.bindCounts();
    b.bindCheckpoints();
    bound.put(new Key(context.settings().name(), ref), b.meters);
  }

  @Override
  public void left(FunctionContext context, PartitionRef ref) {
    if (ref.stage() == Stage.WINDOWS) {
      budget.left();
    }
    List<Meter> meters = bound.remove(new Key(context.settings().name(), ref));
    if (meters != null) {
      meters.forEach(registry::remove);
    }
  }

  /** Binds the meters of one partition. */
  private final class Binding {
    private final FunctionContext context;
    private final PartitionRunner runner;
    private final PartitionGauges gauges;
    private final Tags tags;
    private final TopicPartition log;
    private final List<Meter> meters = new ArrayList<>();

    Binding(FunctionContext context, PartitionRef ref, PartitionRunner runner) {
      this.context = context;
      this.runner = runner;
      this.gauges = runner.gauges();
      this.log = context.logOf(ref);
      this.tags =
          Tags.of(
              "function", context.settings().name(),
              "topic", log.topic(),
              "partition", Integer.toString(log.partition()),
              "stage", ref.stage().name().toLowerCase(Locale.ROOT));
    }

    void bindPositions() {
      Clocks clocks = context.clocks();
      gauge("millrace.lag", "Records between the position and the last stable offset", r -> lag());
      gauge(
          "millrace.watermark.lag.seconds",
          "How far the watermark is behind the wall clock",
          r -> {
            long w = r.status().position().watermarkMs();
            return w == Long.MIN_VALUE ? Double.NaN : (clocks.wallMs() - w) / 1_000.0;
          });
      gauge("millrace.state.bytes", "State in memory", r -> r.status().position().stateBytes());
      gauge(
          "millrace.state.keys",
          "Entries of the state, in memory and below",
          r -> r.status().position().stateEntries());
      gauge(
          "millrace.windows.open",
          "Windows of keys that have not fired",
          r -> r.status().position().openWindows());
      gauge(
          "millrace.phase",
          "0 opening, 1 replaying, 2 live, 3 retrying, 4 refused, 5 stopping, 6 closed",
          r -> r.status().phase().code());
    }

    private double lag() {
      LogEnds.End end = context.ends().of(log);
      long at = runner.status().position().nextOffset();
      return end == null || at < 0 ? Double.NaN : Math.max(0, end.offset() - at);
    }

    void bindCounts() {
      counter("millrace.records", Tags.empty(), "Records read", r -> r.counts().records());
      counter(
          "millrace.late",
          Tags.of("kind", "too-late"),
          "Records too late for windows",
          r -> r.counts().tooLate());
      counter(
          "millrace.late",
          Tags.of("kind", "partly"),
          "Records too late for windows",
          r -> r.counts().partlyLate());
      for (RejectReason reason : RejectReason.values()) {
        counter(
            "millrace.rejected",
            Tags.of("reason", reason.label()),
            "Records rejected",
            r -> r.counts().rejected(reason));
      }
      for (PaneKind kind : PaneKind.values()) {
        counter(
            "millrace.panes",
            Tags.of("kind", kind.label()),
            "Panes emitted",
            r -> r.counts().panes(kind));
      }
      counter(
          "millrace.results",
          Tags.empty(),
          "Results of a function without windows",
          r -> r.counts().results());
      counter(
          "millrace.panes.failed",
          Tags.empty(),
          "Panes that the function failed to finish",
          r -> r.counts().failedPanes());
      counter(
          "millrace.oversized",
          Tags.empty(),
          "Panes and records too large for a record of their topic",
          r -> gauges.oversized.get());
      counter(
          "millrace.transactions.expired",
          Tags.empty(),
          "Transactions that Kafka ended because the function took longer than they may be open",
          r -> gauges.expired.get());
      counter(
          "millrace.keys.scattered",
          Tags.empty(),
          "Sampled records whose key is in another partition too, against @AlreadyKeyed",
          r -> gauges.scatteredKeys.get());
      counter(
          "millrace.replayed",
          Tags.empty(),
          "Records replayed after restores",
          r -> gauges.replayed.get());
      counter(
          "millrace.position.overruled",
          Tags.empty(),
          "Starts at which the group's offset in Kafka had expired or was set by another tool",
          r -> gauges.overruled.get());
      counter(
          "millrace.lost.accepted",
          Tags.empty(),
          "Records lost with the operator's consent",
          r -> gauges.acceptedLoss.get());
      meters.add(
          FunctionTimer.builder(
                  "millrace.transaction",
                  gauges,
                  g -> g.commits.get(),
                  g -> g.commitTotalNs.get(),
                  TimeUnit.NANOSECONDS)
              .tags(tags)
              .description("Commits of outputs and positions")
              .register(registry));
    }

    void bindCheckpoints() {
      counter(
          "millrace.checkpoints",
          Tags.of("outcome", "complete"),
          "Checkpoints",
          r -> gauges.checkpoints.get());
      counter(
          "millrace.checkpoints",
          Tags.of("outcome", "failed"),
          "Checkpoints",
          r -> gauges.checkpointFailures.get());
      time("millrace.checkpoint.duration", "Last checkpoint", g -> g.checkpointMs.get());
      time("millrace.restore.duration", "Last restore", g -> g.restoreMs.get());
      time(
          "millrace.checkpoint.age",
          "Since the last complete checkpoint, or since taking the partition",
          g -> context.clocks().monotonicMs() - g.checkpointAtMs.get());
      gauge("millrace.checkpoint.bytes", "Last checkpoint", r -> gauges.checkpointBytes.get());
    }

    private void gauge(String name, String what, ToDoubleFunction<PartitionRunner> value) {
      meters.add(
          Gauge.builder(name, runner, value)
              .tags(tags)
              .description(what)
              .strongReference(true)
              .register(registry));
    }

    private void time(String name, String what, ToDoubleFunction<PartitionGauges> value) {
      meters.add(
          TimeGauge.builder(name, gauges, TimeUnit.MILLISECONDS, value)
              .tags(tags)
              .description(what)
              .strongReference(true)
              .register(registry));
    }

    private void counter(
        String name, Tags more, String what, ToDoubleFunction<PartitionRunner> value) {
      meters.add(
          FunctionCounter.builder(name, runner, value)
              .tags(tags.and(more))
              .description(what)
              .register(registry));
    }
  }
}
