package dev.millrace.runtime.emit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** X7: no position before all outputs that come before it. */
class AtLeastOnceOutputTest {
  private static final TopicPartition SOURCE = new TopicPartition("in", 0);

  private final Broker broker = new Broker();
  private final AtomicInteger wakes = new AtomicInteger();
  private final AtLeastOnceOutput output =
      new AtLeastOnceOutput(
          broker, broker::write, "group", new RecordLimits(Map.of(), 1_000, 1_000));

  /** Answers in any order, as partitions of a topic do. */
  private static final class Broker extends MockProducer<byte[], byte[]> {
    /** What a record is and who waits for it. */
    record Sent(int number, Callback callback) {}

    /** A position that is being written. */
    record Position(OffsetAndMetadata value, CompletableFuture<Void> done) {}

    /** Comes at the latest when somebody waits for it. */
    private static final class Answer extends CompletableFuture<Void> {
      @Override
      public Void get(long timeout, TimeUnit unit)
          throws InterruptedException, ExecutionException, TimeoutException {
        complete(null);
        return super.get(timeout, unit);
      }
    }

    final List<Sent> unanswered = new ArrayList<>();
    final Set<Integer> written = new HashSet<>();
    final List<Position> positions = new ArrayList<>();
    int overtaken;
    int sent;

    Broker() {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public synchronized Future<RecordMetadata> send(
        ProducerRecord<byte[], byte[]> record, Callback callback) {
      unanswered.add(new Sent(sent++, callback));
      return new CompletableFuture<>();
    }

    void answer(int index) {
      Sent record = unanswered.remove(index);
      written.add(record.number());
      record.callback().onCompletion(metadata(), null);
    }

    void refuse(int index) {
      unanswered
          .remove(index)
          .callback()
          .onCompletion(metadata(), new DisconnectException("refused by a test"));
    }

    @Override
    public synchronized void flush() {
      while (!unanswered.isEmpty()) {
        answer(unanswered.size() - 1);
      }
    }

    CompletionStage<Void> write(TopicPartition partition, OffsetAndMetadata value) {
      overtaken += (int) positions.stream().filter(p -> !p.done().isDone()).count();
      CompletableFuture<Void> done = new Answer();
      positions.add(new Position(value, done));
      return done;
    }

    private static RecordMetadata metadata() {
      return new RecordMetadata(new TopicPartition("out", 0), 0, 0, 0, 0, 0);
    }
  }

  private void send() {
    output.send(new ProducerRecord<>("out", new byte[1]), 1);
  }

  private void begin(long nextOffset) {
    output.beginCommit(SOURCE, nextOffset, "note", wakes::incrementAndGet);
  }

  /** Everything may happen between any two steps; the offset is the count of outputs before it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void shouldWriteEachPositionAfterAllOutputsBeforeItInOrder(long seed) {
    Random random = new Random(seed);
    long last = -1;
    int ended = 0;
    boolean isBegun = false;
    for (int i = 0; i < 5_000; i++) {
      int known = broker.positions.size();
      switch (random.nextInt(6)) {
        case 0 -> send();
        case 1, 2 -> {
          if (!broker.unanswered.isEmpty()) {
            broker.answer(random.nextInt(broker.unanswered.size()));
          }
        }
        case 3 -> {
          if (!isBegun) {
            begin(broker.sent);
            isBegun = true;
          }
        }
        case 4 -> {
          for (Broker.Position p : broker.positions) {
            p.done().complete(null);
          }
        }
        default -> {
          boolean wasBegun = isBegun;
          isBegun = !output.settle();
          ended += wasBegun && !isBegun ? 1 : 0;
        }
      }
      for (Broker.Position p : broker.positions.subList(known, broker.positions.size())) {
        assertThat(p.value().offset()).isGreaterThanOrEqualTo(last);
        last = p.value().offset();
        for (int record = 0; record < last; record++) {
          assertThat(broker.written).contains(record);
        }
      }
    }
    assertThat(ended).isGreaterThan(100);
    assertThat(wakes.get()).isGreaterThanOrEqualTo(ended);
  }

  @Test
  void shouldNotWaitForOutputsThatAreSentMeanwhile() {
    send();
    begin(1);
    send();
    assertThat(output.settle()).isFalse();
    broker.answer(0);
    assertThat(wakes).hasValue(1);
    assertThat(output.settle()).isFalse();
    broker.positions.get(0).done().complete(null);
    assertThat(wakes).hasValue(2);
    assertThat(output.settle()).isTrue();
    assertThat(broker.unanswered).hasSize(1);
  }

  @Test
  void shouldNotTakeTheAnswerOfALaterOutputForThatOfAnEarlierOne() {
    send();
    begin(1);
    send();
    broker.answer(1);
    assertThat(output.settle()).isFalse();
    assertThat(broker.positions).isEmpty();
  }

  @Test
  void shouldFailAndWriteNoPositionWhenAnOutputIsNotWritten() {
    send();
    send();
    begin(2);
    broker.answer(1);
    broker.refuse(0);
    assertThat(wakes).hasValue(1);
    assertThatThrownBy(output::settle)
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("refused by a test");
    assertThat(broker.positions).isEmpty();
  }

  @Test
  void shouldFailTheNextCommitWhenAnOutputFailedBeforeIt() {
    send();
    broker.refuse(0);
    begin(1);
    assertThatThrownBy(output::settle).isInstanceOf(KafkaException.class);
    assertThat(broker.positions).isEmpty();
  }

  @Test
  void shouldFailWhenAPositionIsNotWritten() {
    begin(7);
    assertThat(output.settle()).isFalse();
    broker.positions.get(0).done().completeExceptionally(new DisconnectException("away"));
    assertThatThrownBy(output::settle)
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("partition=in-0, offset=7");
  }

  /** Written by two at once, the older one could come last. */
  @Test
  void shouldEndTheCommitUnderWayBeforeOneThatWaits() {
    begin(1);
    assertThat(output.settle()).isFalse();
    send();
    output.commit(SOURCE, 2, "note");
    assertThat(broker.written).containsExactly(0);
    assertThat(broker.positions).hasSize(2);
    assertThat(broker.overtaken).isZero();
    assertThat(output.settle()).isTrue();
  }

  @Test
  void shouldWriteNoPositionAfterItWasAborted() {
    send();
    begin(1);
    output.abort();
    broker.answer(0);
    assertThat(output.settle()).isTrue();
    assertThat(broker.positions).isEmpty();
  }

  @Test
  void shouldRefuseASecondCommitWhileOneIsUnderWay() {
    begin(1);
    assertThatThrownBy(() -> begin(2)).isInstanceOf(IllegalStateException.class);
  }
}
