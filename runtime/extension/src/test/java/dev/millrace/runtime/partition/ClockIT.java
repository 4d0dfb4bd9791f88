package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.emit.HeaderNames;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.ledger.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A host's clock that steps by an hour (design, section 8): no pane depends on it, and a verdict by
 * the clock stays what it was (W7). Durations are measured by the other clock, which never steps.
 */
@SuppressWarnings("try") // a pod does its work beside the block that holds it
class ClockIT {
  private static final long HOUR_MS = Duration.ofHours(1).toMillis();

  @RegisterExtension static final TestTopics topics = TestTopics.ofClass();

  @TempDir Path folder;

  /** The machine's clocks, of which the one on the wall can be set. */
  private static final class Settable implements Clocks {
    final AtomicLong aheadMs = new AtomicLong();
    private final Clocks machine = Clocks.system();

    @Override
    public long wallMs() {
      return machine.wallMs() + aheadMs.get();
    }

    @Override
    public long nanoTime() {
      return machine.nanoTime();
    }
  }

  private static void send(String function, long atMs, long amount) {
    topics.send(
        function + "-in", 0, "a", "{\"at\":" + atMs + ",\"user\":\"a\",\"amount\":" + amount + "}");
    topics.flush();
  }

  private static void awaitPanes(String function, int count) {
    TestRedis.until(() -> topics.panes(function + "-panes").size() >= count);
  }

  @Test
  void shouldWriteTheSamePanesAndStayReadyWhenTheClockSteps() throws Exception {
    String name = "clock-steps";
    topics.create(name + "-in", 1);
    Settable clocks = new Settable();
    TestPod.Settings settings =
        TestPod.Settings.of(name, folder).withIdleTimeoutMs(500).withClocks(clocks);
    try (TestPod pod = new TestPod("pod", ClickTotals.class, settings)) {
      long startMs = 1_700_000_000_000L;
      for (int minute = 0; minute < 4; minute++) {
        clocks.aheadMs.set(minute % 2 == 0 ? HOUR_MS : -HOUR_MS);
        send(name, startMs + minute * 60_000L, minute);
        // The last window of each minute closes by silence (W8), whatever the clock says.
        awaitPanes(name, minute + 1);
        pod.awaitNoTrouble();
      }
    }
    assertThat(topics.panes(name + "-panes"))
        .extracting(pane -> pane.substring(pane.lastIndexOf(' ') + 1))
        .containsExactly("0", "1", "2", "3");
  }

  @Test
  void shouldKeepAVerdictByTheClockWhenTheClockIsRightAgainAfterACrash() throws Exception {
    String name = "clock-verdict";
    topics.create(name + "-in", 1);
    Settable clocks = new Settable();
    TestPod.Settings settings = TestPod.Settings.of(name, folder).withClocks(clocks);
    long nowMs = clocks.wallMs();
    TestPod first = new TestPod("pod", ClickTotals.class, settings);
    clocks.aheadMs.set(-2 * HOUR_MS);
    send(name, nowMs, 100);
    TestRedis.until(() -> topics.committed(name + "-dead-letters").size() == 1);
    first.crash();
    clocks.aheadMs.set(0);
    try (TestPod second = new TestPod("pod", ClickTotals.class, settings)) {
      send(name, nowMs, 1);
      send(name, nowMs + 60_000, 2);
      awaitPanes(name, 1);
    }
    assertThat(topics.panes(name + "-panes")).singleElement().asString().endsWith(" 1");
    assertThat(topics.committed(name + "-dead-letters"))
        .singleElement()
        .matches(letter -> TestTopics.header(letter, HeaderNames.REASON).equals("future_ts"));
  }
}
