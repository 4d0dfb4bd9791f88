package dev.millrace.runtime.position;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.ledger.Sources;
import dev.millrace.runtime.ledger.Sources.Topic;
import dev.millrace.runtime.position.OffsetNote.Base;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The numbers of sources by Kafka alone, when the ledger is lost (L3, R5). */
class SourceNotesTest {
  private static final List<Topic> TOPICS =
      List.of(new Topic("b", "id-b", 2), new Topic("a", "id-a", 3));

  private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();

  private void position(String topic, int partition, int number) {
    String note = OffsetNote.ofSource(7, 42, number, partition).text();
    offsets.put(new TopicPartition(topic, partition), new OffsetAndMetadata(42, note));
  }

  private Sources recovered() {
    return SourceNotes.recover(offsets, "ns.f.rekey", TOPICS);
  }

  /** a had two partitions, then b joined, then a grew: no order of the configuration says so. */
  @Test
  void shouldFindTheNumbersWhenTheyDoNotFollowTheConfiguration() {
    position("a", 0, 0);
    position("a", 1, 1);
    position("b", 0, 2);
    position("b", 1, 3);
    position("a", 2, 4);
    position("ns.f.rekey", 0, 0);
    assertThat(recovered().text()).isEqualTo("a@id-a:0-1 b@id-b:0-1 a@id-a:2-2");
  }

  @Test
  void shouldKeepTheNumbersOfATopicWhenItIsConfiguredNoMore() {
    position("gone", 0, 0);
    position("a", 0, 1);
    Sources sources = recovered();
    assertThat(sources.text()).isEqualTo("gone@:0-0 a@id-a:0-0");
    assertThat(sources.follow(TOPICS).text())
        .isEqualTo("gone@:0-0/leaving a@id-a:0-0 b@id-b:0-1 a@id-a:1-2");
  }

  /** A source that was never read has no position; its number was never said in-band. */
  @Test
  void shouldFillNumbersWithSourcesWhenTheyWereNeverRead() {
    position("a", 0, 0);
    position("b", 0, 3);
    assertThat(recovered().text()).isEqualTo("a@id-a:0-0 b@id-b:1-1 a@id-a:1-1 b@id-b:0-0");
  }

  /** It read one topic only, before others were configured, in front of it. */
  @Test
  void shouldKeepTheNumbersOfTheOnlyTopicWhenOthersAreConfiguredBeforeIt() {
    position("a", 0, 0);
    position("a", 2, 2);
    assertThat(recovered().text()).isEqualTo("a@id-a:0-0 b@id-b:0-0 a@id-a:2-2");
  }

  @Test
  void shouldFindNothingWhenTheFunctionReadsOneTopicOrNeverRead() {
    assertThat(recovered().count()).isZero();
    position("a", 2, 2);
    position("ns.f.rekey", 0, 0);
    offsets.put(new TopicPartition("b", 0), new OffsetAndMetadata(3, "set by hand"));
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", TOPICS.subList(1, 2)).count()).isZero();
  }

  /** Redis went back to before b came back. */
  @Test
  void shouldLetASourceLeaveAgainWhenKafkaDoesNotSayThatItHasLeft() {
    position("a", 0, 0);
    position("b", 0, 1);
    offsets.put(
        new TopicPartition("b", 1),
        new OffsetAndMetadata(42, OffsetNote.ofSource(7, 42, 2, 1).leaving().text()));
    Sources ledger = Sources.parse("a@id-a:0-0 b@id-b:0-1/left");
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", TOPICS, ledger).text())
        .isEqualTo("a@id-a:0-0 b@id-b:0-0/leaving b@id-b:1-1/left");
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", TOPICS.subList(1, 2)).text())
        .isEqualTo("a@id-a:0-0 b@:0-0 b@:1-1/left");
  }

  /** Redis went back to before b came, and gave its first number to a further partition of a. */
  @Test
  void shouldSetTheLedgerRightWhenItHasLostSources() {
    position("a", 0, 0);
    position("b", 0, 1);
    Sources ledger = Sources.parse("a@id-a:0-1/left");
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", TOPICS, ledger).text())
        .isEqualTo("a@id-a:0-0/leaving b@id-b:0-0");
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", TOPICS, ledger).follow(TOPICS).text())
        .isEqualTo("a@id-a:0-0 b@id-b:0-1 a@id-a:1-2");
  }

  @Test
  void shouldLeaveTheLedgerAsItIsWhenItHasLostNothing() {
    position("a", 0, 0);
    position("b", 0, 3);
    Sources ledger = Sources.parse("a@id-a:0-2 b@id-b:0-0/leaving b@id-b:1-1");
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", TOPICS, ledger)).isEqualTo(ledger);
  }

  /** Its topic was configured when stage two began, and removed before a pod had opened it. */
  @Test
  void shouldLetASourceLeaveWhenItIsWaitedForButWasNeverRead() {
    position("a", 0, 0);
    waitedFor(4, true);
    List<Topic> topics = List.of(new Topic("a", "id-a", 1));
    Sources gone = SourceNotes.recover(offsets, "ns.f.rekey", topics);
    assertThat(gone.text()).isEqualTo("a@id-a:0-0 ?@:1-3/leaving");
    assertThat(Sources.parse(gone.text())).isEqualTo(gone);
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", topics, gone)).isEqualTo(gone);
    Sources back = Sources.parse("a@id-a:0-0");
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", topics, back)).isEqualTo(gone);
  }

  @Test
  void shouldLetASourceLeaveWhenNoneWasEverRead() {
    waitedFor(2, false);
    List<Topic> topics = List.of(new Topic("a", "id-a", 1));
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", topics).text())
        .isEqualTo("a@id-a:0-0 ?@:1-1/leaving");
  }

  @Test
  void shouldFindNothingWhenNoMoreIsWaitedForThanTheOneTopicHas() {
    position("a", 0, 0);
    waitedFor(3, false);
    assertThat(SourceNotes.recover(offsets, "ns.f.rekey", TOPICS.subList(1, 2)).count()).isZero();
  }

  private void waitedFor(int sources, boolean isCheckpoint) {
    Base base = new Base(9, isCheckpoint, sources);
    String note = new OffsetNote(7, base, List.of(), null).text();
    offsets.put(new TopicPartition("ns.f.rekey", 0), new OffsetAndMetadata(42, note));
  }
}
