package dev.millrace.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.functions.PaneKind;
import dev.millrace.functions.spec.AccumulationMode;
import dev.millrace.functions.spec.EmissionSpec;
import dev.millrace.functions.spec.ErrorPolicy;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.functions.spec.IdlePolicy;
import dev.millrace.functions.spec.KeySource;
import dev.millrace.functions.spec.TimeSpec;
import dev.millrace.functions.spec.WindowSpec;
import dev.millrace.testkit.Outcome;
import dev.millrace.testkit.PaneRow;
import dev.millrace.testkit.Scripts;
import dev.millrace.testkit.Way;
import dev.millrace.testkit.sim.Scenario.Happening;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where nothing is too late, the order of arrival does not matter: what stands at the end is a
 * plain group-by, computed here without any notion of a watermark.
 */
class OrderFreeTest {
  private static final long LATENESS = 1_000_000;
  private static final int RECORDS = 40;

  @ParameterizedTest
  @EnumSource(
      value = WindowKind.class,
      names = {"TUMBLING", "SLIDING", "SESSION"})
  void shouldEndWithAPlainGroupByWhenNothingIsTooLate(WindowKind kind) {
    Seeds.all().forEach(seed -> check(kind, seed));
  }

  private static void check(WindowKind kind, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    FunctionSpec spec = spec(kind.random(random), random);
    int partitions = spec.keySource() == KeySource.REKEY ? random.nextInt(1, 4) : 1;
    List<NamedRecords.Event> events = events(random);
    List<Happening> happenings = new ArrayList<>();
    for (NamedRecords.Event event : events) {
      happenings.add(new Happening.Arrival(random.nextInt(partitions), 0, event));
    }
    // Far ahead but within the lateness: all windows become complete, none is gone.
    for (int p = 0; p < partitions; p++) {
      happenings.add(
          new Happening.Arrival(p, 0, new NamedRecords.Event("end" + p, 900_000L, "end", false)));
    }
    Scenario scenario = new Scenario(spec, true, false, partitions, 0, happenings);
    Outcome outcome = Scripts.run(scenario.function(), scenario.script(), Way.PLAIN);
    assertThat(standing(outcome))
        .as("-Dsim.seed=%d %s", seed, spec)
        .isEqualTo(grouped(spec, events));
    assertThat(outcome.late()).isEmpty();
  }

  private static List<NamedRecords.Event> events(SplittableRandom random) {
    List<NamedRecords.Event> events = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      String key = random.nextBoolean() ? "a" : "b";
      events.add(
          new NamedRecords.Event(String.format("%03d", i), random.nextLong(-150, 150), key, false));
    }
    return events;
  }

  private static FunctionSpec spec(WindowSpec window, SplittableRandom random) {
    return new FunctionSpec(
        "order-free",
        window,
        new TimeSpec(
            random.nextInt(0, 30),
            LATENESS,
            TimeSpec.UNLIMITED,
            TimeSpec.NEVER,
            IdlePolicy.OTHERS,
            false),
        EmissionSpec.ON_COMPLETE,
        random.nextBoolean() ? AccumulationMode.ACCUMULATING : AccumulationMode.RETRACTING,
        random.nextBoolean() ? KeySource.REKEY : KeySource.RECORD_KEY,
        ErrorPolicy.DEAD_LETTER);
  }

  /** The last value of each key and window that was not taken back. */
  private static Map<String, String> standing(Outcome outcome) {
    Map<String, String> standing = new TreeMap<>();
    for (PaneRow pane : outcome.panes()) {
      String window = name(pane.key(), pane.startMs(), pane.endMs());
      if (pane.kind() == PaneKind.RETRACTION) {
        standing.remove(window);
      } else {
        standing.put(window, pane.value());
      }
    }
    return standing;
  }

  private static Map<String, String> grouped(FunctionSpec spec, List<NamedRecords.Event> events) {
    Map<String, String> groups = new TreeMap<>();
    for (String key : List.of("a", "b")) {
      List<NamedRecords.Event> own =
          events.stream()
              .filter(e -> key.equals(e.key()))
              .sorted(Comparator.comparingLong(OrderFreeTest::time))
              .toList();
      if (spec.window() instanceof WindowSpec.Session session) {
        bursts(key, own, session.gapMs(), groups);
      } else {
        own.forEach(e -> windows(key, e, spec.window(), groups));
      }
    }
    groups.replaceAll(
        (window, names) -> String.join(",", List.of(names.split(",")).stream().sorted().toList()));
    return groups;
  }

  private static void windows(
      String key, NamedRecords.Event event, WindowSpec spec, Map<String, String> groups) {
    long size;
    long slide;
    long offset;
    if (spec instanceof WindowSpec.Tumbling t) {
      size = t.sizeMs();
      slide = t.sizeMs();
      offset = t.offsetMs();
    } else if (spec instanceof WindowSpec.Sliding s) {
      size = s.sizeMs();
      slide = s.slideMs();
      offset = s.offsetMs();
    } else {
      throw new IllegalArgumentException("Expected an aligned window, but got: " + spec);
    }
    for (long start = time(event) - size + 1; start <= time(event); start++) {
      if (Math.floorMod(start - offset, slide) == 0) {
        groups.merge(name(key, start, start + size), event.id(), (a, b) -> a + "," + b);
      }
    }
  }

  private static void bursts(
      String key, List<NamedRecords.Event> sorted, long gap, Map<String, String> groups) {
    int from = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || time(sorted.get(i)) - time(sorted.get(i - 1)) > gap) {
        List<NamedRecords.Event> burst = sorted.subList(from, i);
        groups.put(
            name(key, time(burst.get(0)), time(burst.get(burst.size() - 1)) + gap),
            String.join(",", burst.stream().map(NamedRecords.Event::id).toList()));
        from = i;
      }
    }
  }

  private static long time(NamedRecords.Event event) {
    Long ts = event.ts();
    if (ts == null) {
      throw new IllegalArgumentException("Expected an event time, but there is none: " + event);
    }
    return ts;
  }

  private static String name(String key, long startMs, long endMs) {
    return key + "[" + startMs + "," + endMs + ")";
  }
}
