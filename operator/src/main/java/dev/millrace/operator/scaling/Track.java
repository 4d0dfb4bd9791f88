package dev.millrace.operator.scaling;

import org.jspecify.annotations.Nullable;

/**
 * Since when a partition's end, position and watermark stand where they stand. Immutable.
 *
 * @param end first offset not written
 * @param endSinceMs when it got there, or when it was first seen
 * @param position next offset to read
 * @param positionSinceMs when it got there
 * @param watermarkMs watermark
 * @param watermarkSinceMs when it got there
 * @param positionAtWatermark the position then: beyond it nothing moved event time
 */
record Track(
    long end,
    long endSinceMs,
    long position,
    long positionSinceMs,
    long watermarkMs,
    long watermarkSinceMs,
    long positionAtWatermark) {

  static Track of(@Nullable Track before, PartitionSample now, long atMs) {
    long watermark = now.time().watermarkMs();
    if (before == null) {
      return new Track(now.end(), atMs, now.position(), atMs, watermark, atMs, now.position());
    }
    boolean endMoved = now.end() != before.end;
    boolean positionMoved = now.position() != before.position;
    boolean watermarkMoved = watermark != before.watermarkMs;
    return new Track(
        now.end(),
        endMoved ? atMs : before.endSinceMs,
        now.position(),
        positionMoved ? atMs : before.positionSinceMs,
        watermark,
        watermarkMoved ? atMs : before.watermarkSinceMs,
        watermarkMoved ? now.position() : before.positionAtWatermark);
  }
}
