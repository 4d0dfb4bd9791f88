package dev.millrace.runtime.position;

import dev.millrace.engine.Decision;
import dev.millrace.engine.RejectReason;
import java.util.ArrayList;
import java.util.List;

/**
 * The decisions of a partition since its last checkpoint, in the order in which they were made
 * (X2). Rejections of neighbouring records with one reason are one entry, so that a source whose
 * clock runs ahead does not overflow the offset's metadata.
 *
 * <p>The text of an entry starts with the offset, as the ledger wants it:
 *
 * <pre>
 * 120w1700000000000     before offset 120 event time moved on to that watermark
 * 130rfuture_ts         the record at 130 was rejected
 * 130rfuture_ts*50      the records at 130 to 179 were
 * </pre>
 */
public final class DecisionLog {

  /** One entry; a rejection may stand for a range. */
  private record Entry(Decision first, long count) {
    long lastOffset() {
      return first.offset() + count - 1;
    }

    String text() {
      if (first instanceof Decision.Advance a) {
        return a.offset() + "w" + a.watermarkMs();
      }
      String reason = ((Decision.Reject) first).reason().label();
      return first.offset() + "r" + reason + (count > 1 ? "*" + count : "");
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private int cut;
  private int chars;

  /** Notes a decision; offsets never go back. */
  public void add(Decision decision) {
    int last = entries.size() - 1;
    if (last >= cut && last >= 0 && extendsRange(entries.get(last), decision)) {
      Entry e = entries.remove(last);
      chars -= e.text().length() + 1;
      append(new Entry(e.first(), e.count() + 1));
    } else {
      append(new Entry(decision, 1));
    }
  }

  /**
   * Marks the place of a checkpoint that begins now: no entry will reach across it.
   *
   * @return the mark for {@link #dropBefore}
   */
  public int cut() {
    cut = entries.size();
    return cut;
  }

  /** Forgets what was decided before the mark: a checkpoint holds it now. */
  public void dropBefore(int mark) {
    entries.subList(0, mark).clear();
    cut -= mark;
    chars = entries.stream().mapToInt(e -> e.text().length() + 1).sum();
  }

  /** Texts of all entries, in order. */
  public List<String> texts() {
    return entries.stream().map(Entry::text).toList();
  }

  /** Texts of the entries before a mark. */
  public List<String> textsBefore(int mark) {
    return entries.subList(0, mark).stream().map(Entry::text).toList();
  }

  /** Characters of all texts and one separator each. */
  public int textLength() {
    return chars;
  }

  /** All decisions, ranges taken apart. */
  public List<Decision> decisions() {
    return decisions(0, Long.MAX_VALUE);
  }

  /**
   * The decisions from an offset on and up to another, ranges taken apart. So a damaged range takes
   * no more memory than the records that are replayed.
   */
  public List<Decision> decisions(long from, long until) {
    List<Decision> all = new ArrayList<>();
    for (Entry e : entries) {
      if (e.first() instanceof Decision.Reject r) {
        long last = Math.min(e.lastOffset(), until);
        for (long o = Math.max(r.offset(), from); o <= last; o++) {
          all.add(new Decision.Reject(o, r.reason()));
        }
      } else if (e.first().offset() >= from && e.first().offset() <= until) {
        all.add(e.first());
      }
    }
    return all;
  }

  /**
   * Reads entries.
   *
   * @throws IllegalArgumentException if a text is no entry, or not as this class writes it
   */
  public static DecisionLog parse(List<String> texts) {
    DecisionLog log = new DecisionLog();
    for (String text : texts) {
      log.append(parse(text));
    }
    return log;
  }

  private void append(Entry entry) {
    entries.add(entry);
    chars += entry.text().length() + 1;
  }

  private static boolean extendsRange(Entry entry, Decision next) {
    return entry.first() instanceof Decision.Reject r
        && next instanceof Decision.Reject n
        && r.reason() == n.reason()
        && n.offset() == entry.lastOffset() + 1;
  }

  private static Entry parse(String text) {
    try {
      Entry entry = entry(text);
      if (!entry.text().equals(text) || entry.lastOffset() < entry.first().offset()) {
        throw new IllegalArgumentException("It would be written as " + entry.text());
      }
      return entry;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Expected a decision such as 120w1700000000000 or 130rfuture_ts*50, but got other text:"
              + " text="
              + text
              + ". It may stem from a newer version: run that one.",
          e);
    }
  }

  private static Entry entry(String text) {
    int kind = 0;
    while (Character.isDigit(text.charAt(kind))) {
      kind++;
    }
    long offset = Long.parseLong(text.substring(0, kind));
    String rest = text.substring(kind + 1);
    if (text.charAt(kind) == 'w') {
      return new Entry(new Decision.Advance(offset, Long.parseLong(rest)), 1);
    }
    int star = rest.indexOf('*');
    String label = star < 0 ? rest : rest.substring(0, star);
    long count = star < 0 ? 1 : Long.parseLong(rest.substring(star + 1));
    return new Entry(new Decision.Reject(offset, reason(label)), count);
  }

  private static RejectReason reason(String label) {
    for (RejectReason reason : RejectReason.values()) {
      if (reason.label().equals(label)) {
        return reason;
      }
    }
    throw new IllegalArgumentException("Expected a known reason, but got another: reason=" + label);
  }
}
