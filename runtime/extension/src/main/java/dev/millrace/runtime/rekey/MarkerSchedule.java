package dev.millrace.runtime.rekey;

import java.util.Arrays;

/**
 * Decides to which partitions of the re-key topic a source has something to say that its records
 * did not say already (R1). First of all it says that it is there, so that one that joins later is
 * waited for from then on (R3). One writer; pure but for what it remembers of itself.
 */
public final class MarkerSchedule {
  private final long[] toldWatermarkMs;
  private final boolean[] toldIdle;
  private final boolean[] told;

  /** Nothing was told to any partition. */
  public MarkerSchedule(int partitions) {
    toldWatermarkMs = new long[partitions];
    toldIdle = new boolean[partitions];
    told = new boolean[partitions];
    Arrays.fill(toldWatermarkMs, Long.MIN_VALUE);
  }

  /** A record went to a partition: it carries the watermark, and the source is not idle. */
  public void recordSent(int partition, long watermarkMs) {
    markerSent(partition, watermarkMs, false);
  }

  /** A marker went to a partition. */
  public void markerSent(int partition, long watermarkMs, boolean idle) {
    toldWatermarkMs[partition] = watermarkMs;
    toldIdle[partition] = idle;
    told[partition] = true;
  }

  /**
   * Whether a partition needs a marker.
   *
   * @param silenceMatters the silence of the source lets a window of that partition fire (W8, pace)
   */
  public boolean isDue(int partition, long watermarkMs, boolean idle, boolean silenceMatters) {
    return !told[partition]
        || watermarkMs > toldWatermarkMs[partition]
        || idle != toldIdle[partition]
        || (idle && silenceMatters);
  }
}
