package dev.millrace.bench.load;

import dev.millrace.bench.events.Shape;
import dev.millrace.bench.load.Contestants.Kind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/** All measurements, one after the other, with what they depend on. */
final class Everything {
  /** At 4,000 events a second: a first part at once, 45 s before the kill, 40 s after it. */
  private static final long KILL_EVENTS = 640_000;

  /** About half of what one core does. */
  private static final int LATENCY_PER_SECOND = 60_000;

  private static final int LATENCY_OF_PEERS_PER_SECOND = 15_000;
  private static final int LATENCY_SECONDS = 60;

  /** As many keys as give 1,000 panes every 1.25 s, with event time 240 times as fast. */
  private static final int LATENCY_KEYS = 1_000;

  private static final int LATENCY_STEP_MS = 4;

  // From runs on two cores with nothing else on them; processes that are pinned to one core.
  private static final long SECONDS_PER_MILLION_AND_ROUND = 900;
  private static final long SECONDS_PER_ROUND = 1_200;
  private static final long SECONDS_OF_DATA_SETS = 1_200;

  private final Setting asked;

  private Everything(Setting asked) {
    this.asked = asked;
  }

  static void run(Setting asked) throws IOException, ExecutionException, InterruptedException {
    long seconds =
        asked.rounds()
                * (SECONDS_PER_ROUND
                    + SECONDS_PER_MILLION_AND_ROUND * asked.workload().events() / 1_000_000)
            + SECONDS_OF_DATA_SETS;
    System.out.printf(
        "About %d minutes on a machine with nothing else on it, until %s, "
            + "with %,d events for W1 and %d rounds; fewer by --events and --rounds%n",
        Duration.ofSeconds(seconds).toMinutes(),
        Instant.now().plusSeconds(seconds).truncatedTo(ChronoUnit.MINUTES),
        asked.workload().events(),
        asked.rounds());
    new Everything(asked).run();
  }

  private void run() throws IOException, ExecutionException, InterruptedException {
    for (Shape shape : Shape.values()) {
      throughput(shape, /* byUser= */ false);
    }
    throughput(Shape.TUMBLING, /* byUser= */ true);
    heading("Start");
    Starts.run(setting(asked.workload(), Shape.TUMBLING, false));
    latency(LATENCY_PER_SECOND, Kind::isMillrace);
    latency(LATENCY_OF_PEERS_PER_SECOND, kind -> !kind.isMillrace() && kind.survivesKill());
    heading("Kill");
    Kills.run(setting(workload(KILL_EVENTS, asked.workload().keys(), 1), Shape.TUMBLING, false));
    for (Data data : Data.values()) {
      heading("Data set " + data);
      DataSets.run(
          asked.with(asked.workload().with(data), Shape.TUMBLING, false, asked.kinds(), 1));
    }
    heading("End");
  }

  private void latency(int perSecond, Predicate<Kind> who)
      throws IOException, ExecutionException, InterruptedException {
    heading("Latency at %,d events a second".formatted(perSecond));
    Workload workload = workload((long) perSecond * LATENCY_SECONDS, LATENCY_KEYS, LATENCY_STEP_MS);
    Setting all = setting(workload, Shape.TUMBLING, false);
    List<Kind> those = all.kinds().stream().filter(who).toList();
    Latencies.run(all.with(workload, Shape.TUMBLING, false, those, all.rounds()), perSecond);
  }

  private void throughput(Shape shape, boolean byUser)
      throws IOException, ExecutionException, InterruptedException {
    long events = asked.workload().events() / share(shape);
    String name = shape + (byUser ? ", re-keyed" : "") + ", %,d events".formatted(events);
    heading(name);
    Workload workload = workload(events, asked.workload().keys(), asked.workload().stepMs());
    Summary.print(name, Throughput.run(setting(workload, shape, byUser)));
  }

  /** An event of them costs as many times as much as one of a tumbling window. */
  private static int share(Shape shape) {
    return switch (shape) {
      case SLIDING -> 5;
      case SESSION -> 2;
      default -> 1;
    };
  }

  private Workload workload(long events, int keys, int stepMs) {
    Workload like = asked.workload();
    return new Workload(
        like.seed(), events, keys, like.exponent(), stepMs, Data.REPLAY, like.partitions());
  }

  private Setting setting(Workload workload, Shape shape, boolean byUser) {
    List<Kind> kinds = asked.kinds().stream().filter(k -> !k.isVariant()).toList();
    return asked.with(workload, shape, byUser, kinds, asked.rounds());
  }

  private void heading(String text) throws IOException {
    System.out.printf(
        "%n## %s%n%n%s; %s%s%n%n",
        text,
        Machine.description(),
        Machine.versions(asked.contestants().artifacts().project()),
        Machine.load());
  }
}
