package dev.millrace.runtime.position;

import dev.millrace.engine.FireCursor;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside a committed offset in Kafka, so that position, watermark and decisions become
 * durable in the transaction of the outputs that followed from them (X2, X4).
 *
 * <pre>
 * millrace1;w=&lt;watermark&gt;;b=&lt;checkpoint&gt;;d=&lt;decision&gt;,&lt;decision&gt;…;c=&lt;end&gt;,&lt;start&gt;,&lt;key in Base64&gt;
 * </pre>
 *
 * With {@code s=} in place of {@code b=} the partition began there and has no checkpoint yet.
 * {@code e=<number>} stands beside either in a re-key topic: the sources that hold it back; {@code
 * n=<number>} beside the position of a source whose number is not its partition, {@code l=1} if it
 * has left (R5).
 *
 * @param watermarkMs watermark at the offset
 * @param base where state can be had from and since when {@code decisions} are complete
 * @param decisions as {@link DecisionLog} writes them
 * @param cursor the last pane emitted of a firing that is not finished, or null
 * @param source number of the source, or {@link #NO_SOURCE} where it is the partition's
 * @param left whether all that waited for the source have been told that it is none any more
 */
public record OffsetNote(
    long watermarkMs,
    Base base,
    List<String> decisions,
    @Nullable FireCursor cursor,
    int source,
    boolean left) {

  /** The partition's own number is the source's. */
  public static final int NO_SOURCE = -1;

  /** Longest note that a broker with default settings takes ({@code offset.metadata.max.bytes}). */
  public static final int MAX_CHARS = 4_096;

  /** Most characters of decisions; more need a checkpoint first. */
  public static final int MAX_DECISION_CHARS = 2_400;

  /** Longest key a cursor can hold; a firing is not split after a longer one. */
  public static final int MAX_CURSOR_KEY_BYTES = 1_000;

  private static final String MARK = "millrace1;";

  /**
   * Where the state of a partition can be had from.
   *
   * @param isCheckpoint there is a checkpoint of this offset; otherwise the state was empty there
   * @param expectedSources sources that hold the watermark back from there on (R2), in a re-key
   *     topic; with a checkpoint no number is beyond it but those of sources that have a position
   *     (R5); 0 if nothing is said
   */
  public record Base(long offset, boolean isCheckpoint, int expectedSources) {

    /** A base that says nothing of sources. */
    public Base(long offset, boolean isCheckpoint) {
      this(offset, isCheckpoint, 0);
    }
  }

  public OffsetNote {
    decisions = List.copyOf(decisions);
  }

  /** The note of a partition with windows. */
  public OffsetNote(
      long watermarkMs, Base base, List<String> decisions, @Nullable FireCursor cursor) {
    this(watermarkMs, base, decisions, cursor, NO_SOURCE, false);
  }

  /** The note of a source at an offset (R1): its number where that is not the partition's (R5). */
  public static OffsetNote ofSource(long watermarkMs, long offset, int number, int partition) {
    return new OffsetNote(
        watermarkMs,
        new Base(offset, false),
        List.of(),
        null,
        number == partition ? NO_SOURCE : number,
        false);
  }

  /** The same of a source that has left: it is the commit that tells so, too (R5). */
  public OffsetNote leaving() {
    return new OffsetNote(watermarkMs, base, decisions, cursor, source, true);
  }

  /** Number of the source; the partition's own where nothing is said. */
  public int sourceOr(int partition) {
    return source == NO_SOURCE ? partition : source;
  }

  /** The text to be committed. */
  public String text() {
    StringBuilder text = new StringBuilder(MARK);
    text.append("w=")
        .append(watermarkMs)
        .append(base.isCheckpoint() ? ";b=" : ";s=")
        .append(base.offset());
    if (base.expectedSources() > 0) {
      text.append(";e=").append(base.expectedSources());
    }
    if (source != NO_SOURCE) {
      text.append(";n=").append(source);
    }
    if (left) {
      text.append(";l=1");
    }
    if (!decisions.isEmpty()) {
      text.append(";d=").append(String.join(",", decisions));
    }
    if (cursor != null) {
      text.append(";c=").append(cursorText(cursor));
    }
    return text.toString();
  }

  /**
   * Reads a note.
   *
   * @return null if the text is not ours: the offset was set by another tool (X6)
   * @throws IllegalArgumentException if it is ours but cannot be read, or is not as it is written
   */
  public static @Nullable OffsetNote parse(@Nullable String text) {
    if (text == null || !text.startsWith(MARK)) {
      return null;
    }
    try {
      OffsetNote note = read(text);
      if (!note.text().equals(text)) {
        throw new IllegalArgumentException("It would be written as " + note.text());
      }
      return note;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected a note of this version beside the offset, but cannot read it: note="
              + text
              + ". It is damaged, or a newer version wrote it: run that one.",
          e);
    }
  }

  private static OffsetNote read(String text) {
    long watermark = Long.MIN_VALUE;
    Base base = new Base(0, false);
    List<String> decisions = List.of();
    FireCursor cursor = null;
    int source = NO_SOURCE;
    boolean left = false;
    for (String part : text.substring(MARK.length()).split(";", -1)) {
      String value = part.substring(2);
      switch (part.charAt(0)) {
        case 'w' -> watermark = Long.parseLong(value);
        case 'b' -> base = new Base(Long.parseLong(value), true);
        case 's' -> base = new Base(Long.parseLong(value), false);
        case 'e' -> base = new Base(base.offset(), base.isCheckpoint(), Integer.parseInt(value));
        case 'n' -> source = Integer.parseInt(value);
        case 'l' -> left = value.equals("1");
        case 'd' -> decisions = List.of(value.split(",", -1));
        case 'c' -> cursor = cursor(value);
        default ->
            throw new IllegalArgumentException(
                "Expected a note of this version, but found another part: part=" + part + ".");
      }
    }
    return new OffsetNote(watermark, base, decisions, cursor, source, left);
  }

  /**
   * What the ledger keeps beside the position, in the order of offsets: where the partition began
   * if it has no checkpoint yet ({@code 40s}, or {@code 40s3} with the sources that it expected),
   * the decisions, and the cursor ({@code 90c…}).
   */
  public List<String> ledgerTexts(long offset) {
    List<String> texts = new ArrayList<>();
    if (!base.isCheckpoint()) {
      texts.add(base.offset() + "s" + (base.expectedSources() > 0 ? base.expectedSources() : ""));
    }
    texts.addAll(decisions);
    if (cursor != null) {
      texts.add(offset + "c" + cursorText(cursor));
    }
    return texts;
  }

  /**
   * Reads what {@link #ledgerTexts} wrote.
   *
   * @param checkpoint offset of the checkpoint from which the decisions are complete; -1 if there
   *     is none
   */
  public static OffsetNote fromLedger(long watermarkMs, long checkpoint, List<String> texts) {
    List<String> decisions = new ArrayList<>(texts);
    Base base = new Base(checkpoint, checkpoint >= 0);
    if (!decisions.isEmpty() && isOf('s', decisions.get(0))) {
      Base began = began(decisions.remove(0));
      base = base.isCheckpoint() ? base : began;
    }
    int last = decisions.size() - 1;
    FireCursor cursor = null;
    if (last >= 0 && isOf('c', decisions.get(last))) {
      String text = decisions.remove(last);
      cursor = cursor(text.substring(text.indexOf('c') + 1));
    }
    return new OffsetNote(watermarkMs, base, decisions, cursor);
  }

  private static Base began(String text) {
    int at = text.indexOf('s');
    String sources = text.substring(at + 1);
    return new Base(
        Long.parseLong(text.substring(0, at)),
        false,
        sources.isEmpty() ? 0 : Integer.parseInt(sources));
  }

  /** Whether the text begins with digits, then that letter. */
  private static boolean isOf(char letter, String text) {
    int at = 0;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    return at > 0 && at < text.length() && text.charAt(at) == letter;
  }

  private static String cursorText(FireCursor cursor) {
    return cursor.endMs()
        + ","
        + cursor.startMs()
        + ","
        + Base64.getEncoder().withoutPadding().encodeToString(cursor.key());
  }

  private static FireCursor cursor(String value) {
    String[] parts = value.split(",", -1);
    return new FireCursor(
        Long.parseLong(parts[0]), Long.parseLong(parts[1]), Base64.getDecoder().decode(parts[2]));
  }
}
