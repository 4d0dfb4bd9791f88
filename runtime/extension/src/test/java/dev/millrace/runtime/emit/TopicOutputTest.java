package dev.millrace.runtime.emit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.engine.InputRecord;
import dev.millrace.engine.Pane;
import dev.millrace.engine.PaneFailure;
import dev.millrace.engine.RejectReason;
import dev.millrace.functions.PaneKind;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.rekey.InBand;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What is written to which topic, and what is too large to be written (case K10). */
class TopicOutputTest {
  private static final byte[] KEY = "k".getBytes(UTF_8);
  private final Recorded transaction = new Recorded();
  private final AtomicLong oversized = new AtomicLong();

  private TopicOutput output(boolean stops) {
    return new TopicOutput(
        transaction,
        new Topics(List.of("in", "more"), "panes", "late", "dead", "rekey"),
        // As of a union: number 2 is the first partition of the second topic (R5).
        n -> n < 2 ? new TopicPartition("in", n) : new TopicPartition("more", n - 2),
        "f",
        stops,
        oversized);
  }

  /** Keeps what is sent. */
  private static final class Recorded implements OutputTransaction {
    final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();

    @Override
    public void send(ProducerRecord<byte[], byte[]> record, long recordBytes) {
      sent.add(record);
    }

    @Override
    public void commit(TopicPartition partition, long nextOffset, String note) {}

    @Override
    public void commit() {}

    @Override
    public void abort() {}

    @Override
    public boolean isOld() {
      return false;
    }

    @Override
    public int maxRecordBytes(String topic) {
      return 2_000;
    }

    @Override
    public void close() {}
  }

  private static Pane pane(int bytes) {
    return new Pane(KEY, -10, 20, PaneKind.LATE, 3, true, new byte[bytes]);
  }

  private String header(String name) {
    return new String(transaction.sent.get(0).headers().lastHeader(name).value(), UTF_8);
  }

  @Test
  void shouldDescribeAPaneInItsHeaders() {
    output(false).pane(pane(5));
    assertThat(transaction.sent.get(0).topic()).isEqualTo("panes");
    assertThat(header(HeaderNames.FUNCTION)).isEqualTo("f");
    assertThat(header(HeaderNames.WINDOW_START)).isEqualTo("-10");
    assertThat(header(HeaderNames.WINDOW_END)).isEqualTo("20");
    assertThat(header(HeaderNames.PANE)).isEqualTo("late");
    assertThat(header(HeaderNames.PANE_INDEX)).isEqualTo("3");
    assertThat(header(HeaderNames.FINAL)).isEqualTo("true");
  }

  @Test
  void shouldDescribeEachPaneWhenItDiffersFromTheLastInOneThing() {
    TopicOutput output = output(false);
    List<Pane> panes =
        List.of(
            new Pane(KEY, 0, 20, PaneKind.ON_TIME, 0, false, new byte[0]),
            new Pane(KEY, 0, 20, PaneKind.ON_TIME, 0, false, new byte[0]),
            new Pane(KEY, 10, 20, PaneKind.ON_TIME, 0, false, new byte[0]),
            new Pane(KEY, 10, 30, PaneKind.ON_TIME, 0, false, new byte[0]),
            new Pane(KEY, 10, 30, PaneKind.EARLY, 0, false, new byte[0]),
            new Pane(KEY, 10, 30, PaneKind.EARLY, 1, false, new byte[0]),
            new Pane(KEY, 10, 30, PaneKind.EARLY, 1, true, new byte[0]));
    panes.forEach(output::pane);
    for (int i = 0; i < panes.size(); i++) {
      Pane pane = panes.get(i);
      assertThat(transaction.sent.get(i).headers())
          .as("pane %d", i)
          .extracting(h -> h.key() + "=" + new String(h.value(), UTF_8))
          .containsExactly(
              "millrace-function=f",
              "millrace-window-start=" + pane.startMs(),
              "millrace-window-end=" + pane.endMs(),
              "millrace-pane=" + pane.kind().label(),
              "millrace-pane-index=" + pane.index(),
              "millrace-final=" + pane.isFinal());
    }
  }

  @Test
  void shouldSendAReferenceWhenAPaneIsTooLarge() {
    TopicOutput output = output(false);
    output.pane(pane(2_000));
    assertThat(oversized).hasValue(1);
    ProducerRecord<byte[], byte[]> reference = transaction.sent.get(0);
    assertThat(reference.topic()).isEqualTo("dead");
    assertThat(reference.key()).isEqualTo(KEY);
    assertThat(reference.value()).isNull();
    assertThat(header(HeaderNames.REASON)).isEqualTo("pane_too_large");
    assertThat(header(HeaderNames.VALUE_BYTES)).isEqualTo("2000");
    assertThat(header(HeaderNames.WINDOW_END)).isEqualTo("20");
  }

  @Test
  void shouldNameWhereARejectedRecordCameFrom() {
    InputRecord input = new InputRecord().set(2, 17, 5, KEY, new byte[] {1});
    output(false)
        .reject(input, RejectReason.UNDECODABLE, "no event", new IllegalStateException("x"));
    assertThat(transaction.sent.get(0).topic()).isEqualTo("dead");
    assertThat(header(HeaderNames.REASON)).isEqualTo("undecodable");
    assertThat(header(HeaderNames.SOURCE_TOPIC)).isEqualTo("more");
    assertThat(header(HeaderNames.SOURCE_PARTITION)).isEqualTo("0");
    assertThat(header(HeaderNames.SOURCE_OFFSET)).isEqualTo("17");
    assertThat(header(HeaderNames.ERROR)).contains("no event").contains("IllegalStateException");
  }

  @Test
  void shouldKeepTheReasonWhenARejectedRecordIsTooLarge() {
    InputRecord input = new InputRecord().set(2, 17, 5, KEY, new byte[5_000]);
    output(false).reject(input, RejectReason.NULL_KEY, "no key", null);
    assertThat(transaction.sent.get(0).value()).isNull();
    assertThat(header(HeaderNames.REASON)).isEqualTo("null_key");
  }

  @Test // R1: what is too large for the re-key topic must not hold up what is behind it
  void shouldSendAReferenceWhenARecordIsTooLargeToBePassedOn() {
    InputRecord input = new InputRecord().set(2, 17, 5, KEY, new byte[5_000]);
    TopicOutput output = output(false);
    assertThat(output.fits(InBand.record("rekey", 0, KEY, input, 0))).isFalse();
    output.tooLarge(input);
    assertThat(transaction.sent.get(0).topic()).isEqualTo("dead");
    assertThat(transaction.sent.get(0).value()).isNull();
    assertThat(header(HeaderNames.REASON)).isEqualTo("record_too_large");
    assertThat(header(HeaderNames.VALUE_BYTES)).isEqualTo("5000");
    assertThat(header(HeaderNames.SOURCE_OFFSET)).isEqualTo("17");
    assertThat(header(HeaderNames.ERROR)).contains("maxBytes=2000");
  }

  @Test
  void shouldWriteALateRecordWithTheWatermarkThatItMet() {
    InputRecord input = new InputRecord().set(2, 17, 5, KEY, new byte[] {1});
    output(false).late(input, 3, 99);
    assertThat(transaction.sent.get(0).topic()).isEqualTo("late");
    assertThat(header(HeaderNames.EVENT_TIME)).isEqualTo("3");
    assertThat(header(HeaderNames.WATERMARK)).isEqualTo("99");
  }

  @Test
  void shouldStopOrWriteADeadLetterWhenAPaneCannotBeMade() {
    PaneFailure failure =
        new PaneFailure(KEY, 0, 10, PaneKind.ON_TIME, 0, new IllegalStateException("x"));
    output(false).failed(failure);
    assertThat(header(HeaderNames.REASON)).isEqualTo("pane_failed");
    assertThatThrownBy(() -> output(true).failed(failure)).hasMessageContaining("endMs=10");
  }
}
