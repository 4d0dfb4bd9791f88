package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.Assignment;
import dev.millrace.runtime.ledger.Claim;
import dev.millrace.runtime.ledger.FencedException;
import dev.millrace.runtime.ledger.FunctionEntry;
import dev.millrace.runtime.ledger.Idle;
import dev.millrace.runtime.ledger.Lease;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerKeys;
import dev.millrace.runtime.ledger.LedgerListener;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.PartitionRef;
import dev.millrace.runtime.ledger.Progress;
import dev.millrace.runtime.ledger.RedisLedger;
import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.services.SharedServices;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulation is worth what its ledger is worth: in random calls it answers, and keeps, what the
 * scripts do on a real Redis (rules L1 to L3, L5, R5).
 */
class SimLedgerTest {
  private static final int CALLS = 600;
  private static final Duration LONG = Duration.ofHours(1);

  /** Has run out at once, by whatever clock. */
  private static final Duration OVER = Duration.ZERO;

  private static final List<PartitionRef> PARTITIONS =
      List.of(PartitionRef.windows(0), PartitionRef.windows(1));
  private static final List<String> PODS = List.of("a", "b", "c");

  /** What was a union stays one: sources are added and never taken away. */
  private static final List<String> SOURCES =
      List.of("a@1:0-1 b@2:0-0", "a@1:0-1/leaving b@2:0-0", "a@1:0-1/left b@2:0-0 c@3:0-2");

  private static TestRedis redis;

  private final List<Lease> leases = new ArrayList<>();

  @BeforeAll
  static void connect() {
    redis = new TestRedis(SharedServices.redis().uri());
  }

  @AfterAll
  static void disconnect() {
    redis.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldAnswerAsRedisDoesWhenCallsAreRandom(long seed) {
    LedgerKeys keys = new LedgerKeys("parity", "seed-" + seed);
    Ledger real = new RedisLedger(redis.client(), TestRedis.TIMEOUT, keys, LedgerListener.IGNORE);
    SimWorld world = new SimWorld(seed, SimWorld.Sabotage.NONE);
    world.calmDown();
    SimLedger simulated = new SimLedger(world, partition -> Long.MAX_VALUE);
    Ledger client = simulated.client(call -> {});
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < CALLS; i++) {
      if (random.nextInt(100) == 0) {
        PARTITIONS.forEach(ref -> redis.run(Command.DEL, keys.partition(ref), keys.decisions(ref)));
        redis.run(Command.DEL, keys.members(), keys.meta());
        simulated.empty();
      }
      Function<Ledger, String> call = call(random);
      String answer = call.apply(client);
      assertThat(answer).as("call %d", i).isEqualTo(call.apply(real));
      long nowMs = redisNowMs();
      for (PartitionRef ref : PARTITIONS) {
        assertThat(text(client.read(ref), world.nowMs()))
            .as("after call %d: %s", i, answer)
            .isEqualTo(text(real.read(ref), nowMs));
      }
    }
  }

  private static long redisNowMs() {
    String seconds = String.valueOf(redis.run(Command.TIME)).replaceFirst("\\D*(\\d+).*", "$1");
    // Rounded up: what has run out has run out.
    return (Long.parseLong(seconds) + 1) * 1000;
  }

  /** One and the same call for both, whose answer is a text that begins with its name. */
  private Function<Ledger, String> call(SplittableRandom random) {
    PartitionRef ref = PARTITIONS.get(random.nextInt(PARTITIONS.size()));
    String pod = PODS.get(random.nextInt(PODS.size()));
    Duration length = random.nextInt(3) == 0 ? OVER : LONG;
    long number = random.nextInt(4);
    Lease lease =
        leases.isEmpty() || random.nextInt(10) == 0
            ? new Lease(ref, pod, 1 + number)
            : leases.get(leases.size() - 1 - random.nextInt(Math.min(4, leases.size())));
    return switch (random.nextInt(11)) {
      case 0, 1 -> ledger -> "claim " + claim(ledger.claim(ref, pod, length, number));
      case 2 -> ledger -> "renew " + answer(lease, () -> ledger.renew(lease, length));
      case 3, 4 -> {
        Progress progress = progress(random);
        yield ledger ->
            "progress "
                + progress
                + answer(lease, () -> nothing(() -> ledger.progress(lease, progress)));
      }
      case 5 -> {
        long offset = random.nextInt(20);
        yield ledger ->
            "checkpoint "
                + offset
                + answer(
                    lease, () -> nothing(() -> ledger.checkpointed(lease, "m" + offset, offset)));
      }
      case 6 -> ledger -> "release " + answer(lease, () -> nothing(() -> ledger.release(lease)));
      case 7 ->
          ledger ->
              "reserve "
                  + pod
                  + ledger.reserve(ref, pod, ledger.read(ref).epoch() + number / 3, length);
      case 8 -> {
        FunctionEntry entry = entry(random, 0);
        yield ledger -> "init " + ledger.initMeta(entry);
      }
      case 9 -> {
        FunctionEntry entry = entry(random, number);
        yield ledger -> "replace " + replaced(ledger, entry);
      }
      default ->
          number == 0
              ? ledger -> "leave " + pod + answer(lease, () -> nothing(() -> ledger.leave(pod)))
              : ledger -> "heartbeat " + pod + ledger.heartbeat(pod, length);
    };
  }

  private static FunctionEntry entry(SplittableRandom random, long revision) {
    Sources sources = Sources.parse(SOURCES.get(random.nextInt(SOURCES.size())));
    return new FunctionEntry(
        sources, 2, "schema", "", new Idle(true, 1_000), revision, Assignment.NONE);
  }

  private static String replaced(Ledger ledger, FunctionEntry entry) {
    try {
      return ledger.replaceMeta(entry).toString();
    } catch (LedgerException e) {
      return "there is none";
    }
  }

  private String claim(Claim claim) {
    if (claim instanceof Claim.Granted granted) {
      if (!leases.contains(granted.lease())) {
        leases.add(granted.lease());
      }
      return granted.lease() + " " + granted.entry().progress() + granted.entry().checkpoint();
    }
    return "refused for " + ((Claim.Refused) claim).owner();
  }

  private interface Answer {
    @Nullable String get();
  }

  private static @Nullable String nothing(Runnable call) {
    call.run();
    return null;
  }

  private static String answer(Lease lease, Answer call) {
    try {
      return lease + ": " + call.get();
    } catch (FencedException e) {
      return lease + ": fenced";
    }
  }

  private static Progress progress(SplittableRandom random) {
    long committed = random.nextInt(8) == 0 ? Progress.NO_OFFSET : random.nextInt(20);
    long watermarkMs = random.nextInt(5) == 0 ? Progress.NO_WATERMARK : random.nextInt(-5, 20);
    long timerMs = random.nextBoolean() ? Progress.NO_TIMER : random.nextInt(100);
    List<String> decisions =
        IntStream.range(0, 20)
            .filter(offset -> random.nextInt(4) == 0)
            .mapToObj(offset -> offset + "w" + random.nextInt(3))
            .collect(Collectors.toList());
    return new Progress(
        committed, watermarkMs, timerMs, random.nextInt(9), 0.5, "live" + committed, decisions);
  }

  /** All but what only the clocks tell. */
  private static String text(PartitionEntry entry, long nowMs) {
    return String.join(
        " ",
        entry.ref() + " epoch=" + entry.epoch(),
        "owner=" + entry.owner(),
        "live=" + entry.ownership().liveOwner(nowMs),
        "next=" + entry.ownership().liveNextOwner(nowMs),
        entry.progress().toString(),
        entry.checkpoint() + "@" + entry.checkpointOffset());
  }
}
