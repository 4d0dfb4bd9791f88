package dev.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.rekey.RekeyOutput;
import dev.millrace.engine.rekey.RekeyTask;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rule R1, stage one. */
class RekeyTaskTest {
  private final List<String> lines = new ArrayList<>();

  private final RekeyOutput output =
      new RekeyOutput() {
        @Override
        public void forward(byte[] key, InputRecord record, long watermarkMs) {
          String text = new String(key, StandardCharsets.UTF_8);
          lines.add("@" + record.offset() + " to " + text + " W=" + watermarkMs);
        }

        @Override
        public void reject(
            InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {
          lines.add("rejected @" + record.offset() + " " + reason.label());
        }
      };

  @Test
  void shouldForwardWithWatermarkAfterRecordWhenRecordIsGood() {
    RekeyTask<Event> task = task(Settings.tumbling(10).rekeyed().outOfOrderness(5), 100);
    task.process(record(0, "20:7"), 0);
    task.process(record(1, "110:3"), 0);
    task.process(record(2, "90:4"), 0);
    assertThat(lines).containsExactly("@0 to k7 W=100", "@1 to k3 W=105", "@2 to k4 W=105");
    assertThat(task.watermarkMs()).isEqualTo(105);
    assertThat(task.records()).isEqualTo(3);
  }

  /** W7: what is rejected goes no further and moves nothing; the clock is asked here only. */
  @Test
  void shouldRejectAndKeepWatermarkWhenRecordIsBad() {
    RekeyTask<Event> task =
        task(Settings.tumbling(10).rekeyed().maxAhead(60), PartitionTask.NO_WATERMARK);
    task.process(record(0, "x"), 0);
    task.process(record(1, "none:1"), 0);
    task.process(record(2, "161:1"), 100);
    task.process(new InputRecord().set(3, 3, -1, null, null), 100);
    task.process(record(4, "160:1"), 100);
    assertThat(lines)
        .containsExactly(
            "rejected @0 undecodable",
            "rejected @1 invalid_ts",
            "rejected @2 future_ts",
            "rejected @3 null_value",
            "@4 to k1 W=160");
    assertThat(task.rejected(RejectReason.FUTURE_TIMESTAMP)).isEqualTo(1);
  }

  @Test
  void shouldStopWhenErrorsStop() {
    RekeyTask<Event> task =
        task(Settings.tumbling(10).rekeyed().stopOnError(), PartitionTask.NO_WATERMARK);
    assertThatThrownBy(() -> task.process(record(5, "x"), 0))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("partition=3")
        .hasMessageContaining("offset=5");
  }

  /** R5: a union of a function without a key of its own is brought together by record key. */
  @Test
  void shouldForwardByRecordKeyWhenFunctionHasNoKey() {
    RekeyTask<Event> task = task(Settings.tumbling(10), PartitionTask.NO_WATERMARK);
    task.process(new InputRecord().set(3, 0, -1, Event.bytes("a"), Event.bytes("20:7")), 0);
    task.process(record(1, "21:7"), 0);
    assertThat(lines).containsExactly("@0 to a W=20", "rejected @1 null_key");
  }

  private RekeyTask<Event> task(Settings settings, long watermarkMs) {
    return new RekeyTask<>(settings.definition(), 3, watermarkMs, output);
  }

  private static InputRecord record(long offset, String value) {
    return new InputRecord().set(3, offset, -1, null, Event.bytes(value));
  }
}
