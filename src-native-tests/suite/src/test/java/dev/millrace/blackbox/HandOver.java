package dev.millrace.blackbox;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * For how long a partition with much state stands still when it moves from one running pod to
 * another, as an operator moves it, by the assignment in the ledger: windows are completed all the
 * time, and between two of their panes, as a {@code read_committed} reader sees them, there is a
 * gap. A measurement, run only when it is asked for, by {@code src-native-tests/hand-over.sh}:
 *
 * <ul>
 *   <li>{@code handover.stateMib}: size of the state
 *   <li>{@code handover.rounds}: how often it moves
 *   <li>{@code handover.changes}: keys of the state whose value, of 2 KiB, changes every 50 ms
 * </ul>
 */
class HandOver {
  private static final int STATE_MIB = Integer.getInteger("handover.stateMib", 1_024);
  private static final int ROUNDS = Integer.getInteger("handover.rounds", 4);
  private static final int CHANGES = Integer.getInteger("handover.changes", 5);
  private static final long CALL_MS = 50;
  private static final long BEFORE_MS = 10_000;
  private static final long AFTER_MS = 5_000;
  private static final long LOOK_MS = 250;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_S = 1e9;

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void shouldTellForHowLongAPartitionStandsStill() throws IOException {
    Services services = Services.shared();
    ScheduledExecutorService feed = Executors.newSingleThreadScheduledExecutor();
    try (Topics topics = new Topics(services.kafka());
        Jedis ledger = new Jedis(URI.create("redis://" + services.redis()))) {
      Sleeper function = new Sleeper(topics, folder, STATE_MIB);
      assign(ledger, function, 1, "pod");
      try (Pod first = function.filled(Artifact.stock());
          Pod second = function.plan().named("other").start(Artifact.stock())) {
        second.awaitReady();
        System.out.printf(
            Locale.ROOT,
            """
            | state saved, MiB | moves to | longest gap between panes before, ms | in the move, ms | the move, s | load |
            |---|---|---|---|---|---|%n""");
        ScheduledFuture<?> calls =
            feed.scheduleAtFixedRate(
                () -> {
                  function.change(CHANGES, random);
                  function.call();
                },
                0,
                CALL_MS,
                TimeUnit.MILLISECONDS);
        for (int round = 1; round <= ROUNDS; round++) {
          boolean there = round % 2 == 1;
          double savedMib =
              (there ? first : second).metric("millrace_checkpoint_bytes", "cold") / (1 << 20);
          move(topics, function, ledger, round, there ? second : first, there ? "other" : "pod")
              .print(savedMib);
        }
        calls.cancel(false);
      }
    } finally {
      feed.shutdownNow();
    }
  }

  /** One move. */
  private record Move(String to, double beforeMs, double gapMs, double tookS) {
    void print(double savedMib) throws IOException {
      System.out.printf(
          Locale.ROOT,
          "| %.0f | %s | %.0f | %.0f | %.1f | %s |%n",
          savedMib,
          to,
          beforeMs,
          gapMs,
          tookS,
          Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
    }
  }

  private static Move move(
      Topics topics, Sleeper function, Jedis ledger, int round, Pod next, String name) {
    // What came before is read, so that the first gap is one.
    longestGapMs(topics, function, () -> false, BEFORE_MS);
    double beforeMs = longestGapMs(topics, function, () -> false, BEFORE_MS);
    long opened = opened(next);
    long startNs = System.nanoTime();
    assign(ledger, function, round + 1, name);
    double gapMs =
        longestGapMs(topics, function, () -> opened(next) > opened, Pod.DEADLINE.toMillis());
    double tookS = (System.nanoTime() - startNs) / NS_PER_S;
    double afterMs = longestGapMs(topics, function, () -> false, AFTER_MS);
    if (opened(next) == opened) {
      throw new AssertionError("Expected the partition to move, but it did not" + next.evidence());
    }
    return new Move(name, beforeMs, Math.max(gapMs, afterMs), tookS);
  }

  private static void assign(Jedis ledger, Sleeper function, int generation, String pod) {
    ledger.hset(
        function.ledgerKey(),
        Map.of("generation", Integer.toString(generation), "assignment", "p:0=" + pod));
  }

  private static long opened(Pod pod) {
    return pod.log().lines().filter(line -> line.contains("Live: ")).count();
  }

  /** The longest time between two arrivals of panes until something is so, or for so long. */
  private static double longestGapMs(
      Topics topics, Sleeper function, BooleanSupplier end, long mostMs) {
    long startNs = System.nanoTime();
    long lastNs = startNs;
    long lookNs = startNs;
    long longestNs = 0;
    int panes = topics.read(function.panes()).size();
    while (System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(mostMs)) {
      int now = topics.read(function.panes()).size();
      if (now > panes) {
        panes = now;
        long nowNs = System.nanoTime();
        longestNs = Math.max(longestNs, nowNs - lastNs);
        lastNs = nowNs;
        if (nowNs > lookNs + TimeUnit.MILLISECONDS.toNanos(LOOK_MS)) {
          lookNs = nowNs;
          if (end.getAsBoolean()) {
            break;
          }
        }
      }
    }
    return Math.max(longestNs, System.nanoTime() - lastNs) / NS_PER_MS;
  }
}
