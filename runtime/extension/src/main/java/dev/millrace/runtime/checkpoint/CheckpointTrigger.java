package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.position.OffsetNote;
import java.time.Duration;

/**
 * When a checkpoint is due (C5): at the interval, earlier when replaying the tail would take longer
 * than the recovery target, and before the decisions outgrow the offset's metadata (X2). Pure.
 *
 * @param interval longest time between two checkpoints while there is progress
 * @param recoveryTarget longest replay
 */
public record CheckpointTrigger(Duration interval, Duration recoveryTarget) {
  private static final double MIN_RATE = 1_000;
  private static final long MIN_PAUSE_MS = 1_000;

  /** What is known of a partition since its last checkpoint. */
  public record Since(
      long elapsedMs, long records, double recordsPerSecond, int decisionChars, boolean progress) {}

  /** Whether a checkpoint should begin. */
  public boolean isDue(Since since) {
    if (isUrgent(since.decisionChars())) {
      return true;
    }
    if (!since.progress() || since.elapsedMs() < MIN_PAUSE_MS) {
      return false;
    }
    double replayMs = 1_000 * since.records() / Math.max(MIN_RATE, since.recordsPerSecond());
    return since.elapsedMs() >= interval.toMillis() || replayMs > recoveryTarget.toMillis();
  }

  /** Whether the decisions alone ask for a checkpoint. */
  public static boolean isUrgent(int decisionChars) {
    return decisionChars > OffsetNote.MAX_DECISION_CHARS / 2;
  }

  /** Whether no further record may be taken before a checkpoint is complete. */
  public static boolean isFull(int decisionChars) {
    return decisionChars > OffsetNote.MAX_DECISION_CHARS - 100;
  }
}
