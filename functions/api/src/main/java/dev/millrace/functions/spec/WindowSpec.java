package dev.millrace.functions.spec;

import java.time.ZoneId;

/** Which windows a function has (rule W5). Sizes in milliseconds. */
public sealed interface WindowSpec {

  /** Windows {@code [k·size + offset, (k+1)·size + offset)}. The offset may be negative. */
  record Tumbling(long sizeMs, long offsetMs) implements WindowSpec {
    public Tumbling {
      Ranges.atLeast("sizeMs", sizeMs, 1);
    }
  }

  /** Windows of a size, one starting every slide; the slide need not divide the size. */
  record Sliding(long sizeMs, long slideMs, long offsetMs) implements WindowSpec {
    public Sliding {
      Ranges.atLeast("sizeMs", sizeMs, 1);
      Ranges.atLeast("slideMs", slideMs, 1);
    }
  }

  /** A window per burst of events of a key that are at most a gap apart (rule W6). */
  record Session(long gapMs) implements WindowSpec {
    public Session {
      Ranges.atLeast("gapMs", gapMs, 1);
    }
  }

  /** Local days, weeks (from Monday) or months of a time zone; days may have 23 or 25 hours. */
  record Calendar(CalendarUnit unit, ZoneId zone) implements WindowSpec {}

  /** One window per key that never ends: only triggers emit, and nothing is late. */
  record Global() implements WindowSpec {}

  /** No windows: each record by itself, and no state (rule F1). */
  record None() implements WindowSpec {}
}
