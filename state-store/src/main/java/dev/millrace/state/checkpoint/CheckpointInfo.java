package dev.millrace.state.checkpoint;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is to be known of a checkpoint besides its files.
 *
 * @param nextOffset first offset of the log that is not in the state
 * @param watermarkMs watermark there, epoch milliseconds; {@link Long#MIN_VALUE} before the first
 *     record
 * @param schemaFingerprint of the accumulators (rule T4)
 * @param functionVersion as the application says
 * @param parent the checkpoint from which the state came, or null if it began empty
 * @param createdAtMs by the owner's clock, epoch milliseconds; for people, never compared
 * @param extra further values of the owner
 */
public record CheckpointInfo(
    long nextOffset,
    long watermarkMs,
    String schemaFingerprint,
    String functionVersion,
    @Nullable CheckpointId parent,
    long createdAtMs,
    Map<String, String> extra) {

  public CheckpointInfo {
    if (nextOffset < 0) {
      throw new IllegalArgumentException("Expected an offset from 0, but got " + nextOffset);
    }
    extra = Collections.unmodifiableSortedMap(new TreeMap<>(extra));
  }
}
