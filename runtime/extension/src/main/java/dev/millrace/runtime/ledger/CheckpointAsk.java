package dev.millrace.runtime.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Someone wants checkpoints of all partitions now (C5). Stands in the function's hash until another
 * is asked for; a partition has answered when a checkpoint is there that began after its pod heard
 * of the wish, or when its checkpoint holds all there is.
 *
 * <p>As text: {@code <at> <id>}.
 *
 * @param atMs when it reached the ledger, by Redis' clock
 * @param id told by who asks; the same one again is the same wish
 */
public record CheckpointAsk(long atMs, String id) {

  /**
   * Reads what is in the ledger.
   *
   * @return null if nobody has asked, or the text is no such wish
   */
  static @Nullable CheckpointAsk parse(@Nullable String field) {
    int end = field == null ? -1 : field.indexOf(' ');
    return field == null || end < 0 || !field.substring(0, end).matches("\\d{1,18}")
        ? null
        : new CheckpointAsk(Long.parseLong(field.substring(0, end)), field.substring(end + 1));
  }

  /**
   * Whether a partition has answered. Stage one of a re-keyed function keeps no state, nor does a
   * function without windows.
   */
  public boolean isAnsweredBy(PartitionEntry entry) {
    boolean holdsAll = entry.committed() <= entry.checkpointOffset() && entry.decisions().isEmpty();
    return entry.ref().stage() == Stage.SOURCE
        || holdsAll
        || entry.keepsNothing()
        || entry.answeredMs() >= atMs;
  }
}
