package dev.millrace.testkit;

import dev.millrace.engine.SourceMarker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a task meets, in order. All but {@link Silence} stand in the partition's log. */
sealed interface LogEntry {

  /**
   * A record.
   *
   * @param source where it came from first
   * @param sourceWatermarkMs watermark of the source after it; only in a re-key log (rule R1)
   * @param readAtMs the clock when it arrived; a second reading after a crash sees the same
   */
  record Data(
      long offset,
      long timestampMs,
      byte @Nullable [] key,
      byte @Nullable [] value,
      int source,
      long sourceOffset,
      long sourceWatermarkMs,
      long readAtMs)
      implements LogEntry {}

  /** In-band news of sources without a record (rule R1). */
  record Marker(long offset, List<SourceMarker> sources) implements LogEntry {}

  /** The log goes on at a later offset. */
  record Gap(long nextOffset) implements LogEntry {}

  /** The clock goes on, with nothing to read meanwhile (rule W8). */
  record Silence(long untilMs) implements LogEntry {}
}
