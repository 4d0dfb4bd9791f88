package dev.millrace.runtime.position;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.engine.FireCursor;
import dev.millrace.runtime.position.OffsetNote.Base;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text beside a committed offset (X2, X4). */
class OffsetNoteTest {
  private static final FireCursor CURSOR = new FireCursor(20, -10, new byte[] {0, -1, 44, 59});

  /** R5, R3: what a source and a partition without a checkpoint say beside their position. */
  @Test
  void shouldSayOfSourcesWhatThePartitionDoesNot() {
    assertThat(OffsetNote.ofSource(5, 42, 3, 3).text()).isEqualTo("millrace1;w=5;s=42");
    OffsetNote other = OffsetNote.ofSource(5, 42, 7, 3);
    assertThat(other.text()).isEqualTo("millrace1;w=5;s=42;n=7");
    assertThat(OffsetNote.parse(other.text())).isEqualTo(other);
    assertThat(other.sourceOr(3)).isEqualTo(7);
    assertThat(other.leaving().text()).isEqualTo("millrace1;w=5;s=42;n=7;l=1");
    assertThat(OffsetNote.parse(other.leaving().text())).isEqualTo(other.leaving());
    OffsetNote begun = new OffsetNote(5, new Base(9, false, 4), List.of("10w7"), null);
    assertThat(begun.text()).isEqualTo("millrace1;w=5;s=9;e=4;d=10w7");
    assertThat(OffsetNote.parse(begun.text())).isEqualTo(begun);
  }

  @Test
  void shouldReadWhatItWroteWhenEverythingIsThere() {
    OffsetNote note =
        new OffsetNote(-5, new Base(100, true), List.of("120w7", "130rfuture_ts*50"), CURSOR);
    assertThat(note.text())
        .isEqualTo("millrace1;w=-5;b=100;d=120w7,130rfuture_ts*50;c=20,-10,AP8sOw");
    assertThat(OffsetNote.parse(note.text())).isEqualTo(note);
  }

  @Test
  void shouldReadWhatItWroteWhenAPartitionHasJustBegun() {
    OffsetNote note = new OffsetNote(Long.MIN_VALUE, new Base(0, false), List.of(), null);
    assertThat(OffsetNote.parse(note.text())).isEqualTo(note);
  }

  @Test
  void shouldBeNullWhenAnotherToolSetTheOffset() {
    assertThat(OffsetNote.parse(null)).isNull();
    assertThat(OffsetNote.parse("")).isNull();
    assertThat(OffsetNote.parse("by hand")).isNull();
  }

  @Test
  void shouldKeepTheCursorWhenTheLedgerHoldsIt() {
    Base base = new Base(100, true);
    OffsetNote note = new OffsetNote(5, base, List.of("120w7"), CURSOR);
    List<String> texts = note.ledgerTexts(125);
    assertThat(texts).containsExactly("120w7", "125c20,-10,AP8sOw");
    assertThat(OffsetNote.fromLedger(5, 100, texts)).isEqualTo(note);
    OffsetNote plain = new OffsetNote(5, base, List.of("120w7", "121rinvalid_ts"), null);
    assertThat(OffsetNote.fromLedger(5, 100, plain.ledgerTexts(125))).isEqualTo(plain);
  }

  @Test
  void shouldKeepWhereItBeganWhenThereIsNoCheckpointYet() {
    OffsetNote note = new OffsetNote(5, new Base(40, false), List.of("120w7"), CURSOR);
    List<String> texts = note.ledgerTexts(125);
    assertThat(texts).containsExactly("40s", "120w7", "125c20,-10,AP8sOw");
    assertThat(OffsetNote.fromLedger(5, -1, texts)).isEqualTo(note);
    assertThat(OffsetNote.fromLedger(5, 60, texts).base()).isEqualTo(new Base(60, true));
    OffsetNote rekeyed = new OffsetNote(5, new Base(40, false, 3), List.of("120w7"), null);
    assertThat(rekeyed.ledgerTexts(125)).containsExactly("40s3", "120w7");
    assertThat(OffsetNote.fromLedger(5, -1, rekeyed.ledgerTexts(125))).isEqualTo(rekeyed);
  }

  @Test
  void shouldFitIntoTheMetadataWhenAllPartsAreAtTheirLimits() {
    byte[] key = new byte[OffsetNote.MAX_CURSOR_KEY_BYTES];
    Arrays.fill(key, (byte) -1);
    char[] decisions = new char[OffsetNote.MAX_DECISION_CHARS];
    Arrays.fill(decisions, '9');
    OffsetNote note =
        new OffsetNote(
            Long.MIN_VALUE,
            new Base(Long.MAX_VALUE, true),
            List.of(new String(decisions)),
            new FireCursor(Long.MIN_VALUE, Long.MIN_VALUE, key));
    assertThat(note.text()).hasSizeLessThan(OffsetNote.MAX_CHARS);
  }
}
