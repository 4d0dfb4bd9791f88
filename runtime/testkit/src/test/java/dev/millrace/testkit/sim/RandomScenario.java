package dev.millrace.testkit.sim;

import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.SpecRules;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.testkit.sim.Scenario.Happening;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Makes scenarios from seeds: settings that are allowed, and a log with all that logs have. */
final class RandomScenario {
  private static final List<String> KEYS = List.of("a", "b", "c", "", "ä");

  private final WindowKind kind;
  private final SplittableRandom random;
  private final FunctionSpec spec;
  private final List<Happening> happenings = new ArrayList<>();
  private final long disorder;
  private final int pace;
  private int partitions;
  private long wallMs;
  private long eventTicks;
  private int records;

  private RandomScenario(WindowKind kind, long seed) {
    this.kind = kind;
    this.random = new SplittableRandom(seed ^ ((long) kind.name().hashCode() << 32));
    this.spec = allowedSpec();
    this.disorder = random.nextInt(1, 60);
    this.pace = random.nextInt(1, 12);
    this.partitions = random.nextInt(1, 4);
    this.eventTicks = kind == WindowKind.CALENDAR ? 0 : random.nextInt(-80, 80);
    this.wallMs = kind.originMs + eventTicks * kind.tickMs;
  }

  static Scenario of(WindowKind kind, long seed) {
    return new RandomScenario(kind, seed).make();
  }

  private Scenario make() {
    int startPartitions = partitions;
    long assignedAtMs = wallMs;
    for (int left = random.nextInt(5, 60); left > 0; left--) {
      happenings.add(next());
    }
    return new Scenario(
        spec,
        random.nextBoolean(),
        random.nextInt(4) == 0,
        startPartitions,
        assignedAtMs,
        happenings);
  }

  private Happening next() {
    int dice = random.nextInt(100);
    if (dice < 10) {
      return new Happening.Clock(wallMs += random.nextInt(0, 70) * kind.tickMs);
    }
    if (dice < 14) {
      return new Happening.Checkpoint();
    }
    if (dice < 18) {
      return new Happening.Crash();
    }
    if (dice < 19 && spec.keySource() == KeySource.REKEY && partitions < 5) {
      return new Happening.NewPartition(partitions++);
    }
    return record();
  }

  private Happening record() {
    eventTicks += random.nextInt(0, pace);
    if (random.nextInt(25) == 0) {
      eventTicks += random.nextInt(0, 80);
    }
    long ticks = eventTicks - (random.nextBoolean() ? 0 : random.nextLong(disorder));
    long tsMs = kind.originMs + ticks * kind.tickMs;
    boolean bad = spec.keySource() == KeySource.RECORD_KEY && random.nextInt(30) == 0;
    String key = random.nextInt(40) == 0 ? null : KEYS.get(random.nextInt(KEYS.size()));
    NamedRecords.Event event =
        new NamedRecords.Event(
            String.format("%03d", records++), random.nextInt(40) == 0 ? null : tsMs, key, bad);
    // Kafka timestamps have an order of their own.
    long timestampMs = Math.max(0, tsMs + random.nextInt(-5, 30) * kind.tickMs);
    return new Happening.Arrival(random.nextInt(partitions), timestampMs, event);
  }

  private FunctionSpec allowedSpec() {
    FunctionSpec candidate = null;
    while (candidate == null || !SpecRules.contradictions(candidate).isEmpty()) {
      candidate = anySpec();
    }
    return candidate;
  }

  private FunctionSpec anySpec() {
    EmissionMode mode = pick(EmissionMode.values());
    boolean early = mode == EmissionMode.EARLY;
    long everyRecords = early && random.nextBoolean() ? random.nextInt(1, 5) : 0;
    long everyMs = early && random.nextBoolean() ? random.nextInt(1, 30) * kind.tickMs : 0;
    return new FunctionSpec(
        "simulated",
        kind.random(random),
        anyTime(),
        new EmissionSpec(mode, everyRecords, everyMs, random.nextInt(4) == 0),
        pick(AccumulationMode.values()),
        random.nextInt(5) < 2 ? KeySource.REKEY : KeySource.RECORD_KEY,
        ErrorPolicy.DEAD_LETTER);
  }

  private TimeSpec anyTime() {
    long outOfOrder = random.nextBoolean() ? 0 : random.nextInt(0, 50);
    long lateness = random.nextBoolean() ? 0 : random.nextInt(0, 50);
    return new TimeSpec(
        outOfOrder * kind.tickMs,
        lateness * kind.tickMs,
        random.nextInt(3) == 0 ? random.nextInt(20, 100) * kind.tickMs : TimeSpec.UNLIMITED,
        random.nextBoolean() ? random.nextInt(1, 60) * kind.tickMs : TimeSpec.NEVER,
        pick(IdlePolicy.values()),
        false);
  }

  private <T> T pick(T[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
