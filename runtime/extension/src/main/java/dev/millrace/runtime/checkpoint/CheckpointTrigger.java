package dev.millrace.runtime.checkpoint;

import dev.millrace.runtime.position.OffsetNote;
import java.time.Duration;

/**
 * When a checkpoint is due (C5): at the interval, earlier when replaying the tail would take longer
 * than the recovery target and than working off what is left to read, and before the decisions
 * outgrow the offset's metadata (X2). Pure.
 *
 * @param interval longest time between two checkpoints while there is progress
 * @param recoveryTarget longest replay, but for a partition that is further behind than that
 */
public record CheckpointTrigger(Duration interval, Duration recoveryTarget) {
  private static final double MIN_RATE = 1_000;
  private static final long MIN_PAUSE_MS = 1_000;

  /**
   * What is known of a partition since its last checkpoint.
   *
   * @param records processed since then
   * @param behind how many are left to read; 0 if that is not known
   */
  public record Since(
      long elapsedMs,
      long records,
      long behind,
      double recordsPerSecond,
      int decisionChars,
      boolean progress) {}

  /** Whether a checkpoint should begin. */
  public boolean isDue(Since since) {
    if (isUrgent(since.decisionChars())) {
      return true;
    }
    if (!since.progress() || since.elapsedMs() < MIN_PAUSE_MS) {
      return false;
    }
    double perMs = Math.max(MIN_RATE, since.recordsPerSecond()) / 1_000;
    boolean isLong = since.records() / perMs > recoveryTarget.toMillis();
    // What is behind anyway is at most twice as late after a crash.
    boolean isMost = since.records() > since.behind();
    return since.elapsedMs() >= interval.toMillis() || (isLong && isMost);
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
