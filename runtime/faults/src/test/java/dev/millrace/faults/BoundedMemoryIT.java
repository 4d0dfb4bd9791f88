package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.SharedServices;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Memory and disk are bounded (T1, T5, C4; case S07): the stock application keeps more keys in the
 * open windows of one partition than its budget holds, in a control group with a hard limit where
 * one can be made. When twelve windows are open, one closes for each that opens, for an hour of
 * event time; then all close.
 *
 * <p>The full size, with the budget that the pod derives itself: {@code mvn -Pfaults verify
 * -Dit.test=BoundedMemoryIT -Dmemory.keys=5000000 -Dmemory.limitMib=512 -Dmemory.stateMib=0}.
 */
class BoundedMemoryIT {
  private static final int KEYS = Integer.getInteger("memory.keys", 240_000);
  private static final long LIMIT_MIB = Long.getLong("memory.limitMib", 400);
  private static final long STATE_MIB = Long.getLong("memory.stateMib", 12);

  private static final long SIZE_MS = Duration.ofMinutes(5).toMillis();
  private static final int OPEN_WINDOWS = 12;
  private static final int KEYS_PER_WINDOW = KEYS / OPEN_WINDOWS;
  private static final long START_MS = 1_700_000_100_000L;

  /** What the collector, the allocator and the block cache may still grow when all is warm. */
  private static final long GROWTH_MIB = 64;

  /** An entry in memory takes more, whatever its function. */
  private static final double LEAST_BYTES_OF_KEY = 100;

  private static final long FLOOR_BYTES = 1L << 20;
  private static final Duration DEADLINE = Duration.ofSeconds(180 + KEYS / 3_000);
  private static final String INPUT = "memory-in";

  @TempDir Path folder;

  private PodPlan plan;
  private Topics topics;

  @BeforeEach
  void prepare() throws IOException {
    plan = plan();
    topics = new Topics(SharedServices.kafka().address());
    topics.create(INPUT);
  }

  @AfterEach
  void disconnect() {
    topics.close();
  }

  @Test
  void shouldStayWithinItsLimitWhenWindowsHoldMoreThanMemory() throws IOException {
    Optional<MemoryCage> cage = MemoryCage.of(LIMIT_MIB << 20);
    try (Pod pod = plan.start(machine(cage))) {
      long warmMib = residentAfterHour(pod, 0);
      long laterMib = residentAfterHour(pod, 1);
      assertThat(laterMib).as("after %d MiB", warmMib).isLessThan(warmMib + GROWTH_MIB);
      closeAll(pod);
      if (cage.isEmpty()) { // with one, the kernel judges; pages of files count only if they must
        assertThat(pod.residentMib("VmHWM")).isLessThan(LIMIT_MIB);
      }
    } finally {
      if (cage.isPresent()) {
        cage.get().close();
      }
    }
  }

  private PodPlan plan() throws IOException {
    Path document =
        Files.writeString(
            folder.resolve("memory.yaml"),
            """
            name: memory
            eventTime: {field: at, format: epoch-millis}
            window: {tumbling: {size: 5m}}
            watermarks: {outOfOrderness: 0s, idleTimeout: never}
            lateness: {allowed: 55m}
            aggregates: {clicks: count, total: {sum: amount}}
            topics: {input: %s}
            """
                .formatted(INPUT));
    PodPlan asShipped =
        PodPlan.of("memory", "memory", folder, List.of(document))
            .with("quarkus.millrace.commit-interval", "100ms")
            .with("quarkus.millrace.checkpoints.interval", "5s")
            .with("quarkus.millrace.checkpoints.location", objects().toUri());
    return STATE_MIB == 0
        ? asShipped
        : asShipped.with("quarkus.millrace.state.memory", STATE_MIB << 20);
  }

  private static Pod.Machine machine(Optional<MemoryCage> cage) {
    return new Pod.Machine(
        cage.map(MemoryCage::words).orElse(List.of()),
        List.of("-Xmx" + LIMIT_MIB / 2 + "m", "-XX:+UseSerialGC"));
  }

  private Path objects() {
    return folder.resolve("objects");
  }

  /** Resident MiB after an hour of windows, each with keys of its own. */
  private long residentAfterHour(Pod pod, int hour) throws IOException {
    feedHour(hour);
    long records = (hour + 1L) * OPEN_WINDOWS * KEYS_PER_WINDOW;
    await(
        "all is read",
        pod,
        () ->
            pod.metric("millrace_records_total") >= records
                && pod.metric("millrace_state_keys") >= KEYS_PER_WINDOW * OPEN_WINDOWS
                && bytes(objects()) > FLOOR_BYTES);
    System.out.printf(
        "Hour %d: rss=%d MiB, peak=%d MiB, state=%,.0f, keys=%,.0f, disk=%,d, objects=%,d%n",
        hour + 1,
        pod.residentMib("VmRSS"),
        pod.residentMib("VmHWM"),
        pod.metric("millrace_state_bytes"),
        pod.metric("millrace_state_keys"),
        bytes(plan.state()),
        bytes(objects()));
    if (STATE_MIB > 0) {
      assertThat(pod.metric("millrace_state_bytes")).isLessThan(STATE_MIB * 1.2 * (1 << 20));
    }
    assertThat(pod.metric("millrace_state_bytes"))
        .as("of %d keys, most are not in memory", KEYS)
        .isLessThan(KEYS * LEAST_BYTES_OF_KEY);
    return pod.residentMib("VmRSS");
  }

  private void feedHour(int hour) {
    for (int window = hour * OPEN_WINDOWS; window < (hour + 1) * OPEN_WINDOWS; window++) {
      for (int i = 0; i < KEYS_PER_WINDOW; i++) {
        long at = START_MS + window * SIZE_MS + i * SIZE_MS / KEYS_PER_WINDOW;
        send("user-" + window + "-" + i, at);
      }
    }
    topics.flush();
  }

  private void send(String key, long at) {
    topics.send(INPUT, key, "{\"at\":" + at + ",\"amount\":7}");
  }

  /** All windows close, and with the next checkpoints those expire that knew them. */
  private void closeAll(Pod pod) {
    long[] at = {START_MS + 4 * OPEN_WINDOWS * SIZE_MS};
    await(
        "disk and objects are back at their floor",
        pod,
        () -> {
          send("end", at[0]);
          topics.flush();
          at[0]++;
          return bytes(plan.state()) < FLOOR_BYTES && bytes(objects()) < FLOOR_BYTES;
        });
    assertThat(pod.metric("millrace_state_keys")).isEqualTo(1);
  }

  private void await(String what, Pod pod, BooleanSupplier condition) {
    Until.holds(
        what,
        DEADLINE,
        () -> condition.getAsBoolean() || !pod.isAlive(),
        () -> "disk=" + bytes(plan.state()) + ", objects=" + bytes(objects()) + pod.evidence());
    assertThat(pod.isAlive()).as(pod::evidence).isTrue();
  }

  private static long bytes(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
    } catch (IOException | UncheckedIOException e) {
      return Long.MAX_VALUE; // it changed meanwhile, and is asked for again
    }
  }
}
