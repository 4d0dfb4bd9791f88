package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ingest.Batch;
import dev.millrace.runtime.partition.Pace.Span;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long QUICK_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Pace pace = new Pace(500, 1_000);

  private static Batch batch(LongStream offsets) {
    List<ConsumerRecord<byte[], byte[]>> records =
        offsets.mapToObj(o -> new ConsumerRecord<>("t", 0, o, new byte[0], new byte[0])).toList();
    return new Batch(records, records.get(records.size() - 1).offset() + 1, 0);
  }

  private static Batch batch(long from, long until) {
    return batch(LongStream.range(from, until));
  }

  @Test
  void shouldTakeAllThatAStepMayWhenStepsAreQuick() {
    Batch batch = batch(0, 2_000);
    for (int at = 0; at < 1_000; ) {
      int end = pace.end(batch, at);
      pace.tookRecords(end - at, at, end, QUICK_NS);
      at = end;
    }
    assertThat(pace.end(batch, 1_000)).isEqualTo(1_500);
    assertThat(pace.end(batch, 1_990)).isEqualTo(2_000);
  }

  @Test
  void shouldTakeAsMuchAsFitsIntoAShortTimeWhenAStepWasSlow() {
    pace.tookRecords(32, 0, 32, TimeUnit.SECONDS.toNanos(3));
    assertThat(pace.end(batch(0, 100), 0)).isEqualTo(2);
    pace.tookRecords(1, 32, 33, TimeUnit.HOURS.toNanos(1));
    assertThat(pace.end(batch(0, 100), 0)).isEqualTo(1);
  }

  @Test
  void shouldTakeAsManyPanesAsFitWhenFinishingThemIsSlow() {
    pace.tookPanes(32, 0, 1, QUICK_NS);
    assertThat(pace.panes()).isEqualTo(64);
    pace.tookPanes(64, 0, 1, TimeUnit.MILLISECONDS.toNanos(400));
    assertThat(pace.panes()).isEqualTo(32);
  }

  @Test
  void shouldRememberTheSlowestStepWhenNothingIsCommitted() {
    assertThat(pace.slowest()).isEqualTo(Span.NONE);
    pace.tookRecords(5, 10, 15, 7);
    pace.tookPanes(1, 14, 15, 9);
    pace.tookRecords(5, 15, 20, 8);
    assertThat(pace.slowest()).isEqualTo(new Span(14, 15, 9));
    pace.committed();
    assertThat(pace.slowest()).isEqualTo(Span.NONE);
  }

  @Test
  void shouldEndStepsBeforeAndAfterEachRecordWhenTheyAreToBeAlone() {
    pace.alone(new Span(3, 6, 1));
    Batch batch = batch(0, 10);
    assertThat(pace.end(batch, 0)).isEqualTo(3);
    assertThat(pace.end(batch, 3)).isEqualTo(4);
    assertThat(pace.end(batch, 5)).isEqualTo(6);
    assertThat(pace.end(batch, 6)).isEqualTo(10);
    assertThat(pace.isAlone(2)).isFalse();
    assertThat(pace.isAlone(3)).isTrue();
    assertThat(pace.isAlone(6)).isFalse();
  }

  @Test
  void shouldEndStepsBeforeTheFirstWhenItsSpanBeginsInAGap() {
    pace.alone(new Span(4, 8, 1));
    Batch batch = batch(LongStream.of(1, 2, 5, 6, 9));
    assertThat(pace.end(batch, 0)).isEqualTo(2);
    assertThat(pace.end(batch, 2)).isEqualTo(3);
    assertThat(pace.end(batch, 4)).isEqualTo(5);
  }

  @Test // K07
  void shouldEndWhereItBeginsWhenABatchHoldsNoRecords() {
    Batch empty = new Batch(List.of(), 5, 0);
    assertThat(pace.end(empty, 0)).isZero();
    pace.alone(new Span(3, 6, 1));
    assertThat(pace.end(empty, 0)).isZero();
  }

  @Test
  void shouldNameOffsetsAndTimeWhenDescribed() {
    assertThat(new Span(7, 8, QUICK_NS).describe()).isEqualTo("offset 7, tookMs=1");
    assertThat(new Span(7, 10, QUICK_NS).describe()).isEqualTo("offsets 7 to 9, tookMs=1");
    assertThat(Span.NONE.describe()).isEqualTo("none, tookMs=0");
  }
}
