package dev.millrace.runtime.partition;

import dev.millrace.runtime.checkpoint.CheckpointTrigger;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.config.MillraceConfig;
import java.time.Duration;

/**
 * Settings that all functions of a pod share.
 *
 * @param instance name of the pod in the ledger
 * @param maxPanes panes in one transaction
 * @param maxOutage the pod pauses when the ledger is away for longer
 * @param recentBytes memory of a partition for the panes of windows that are purged
 */
public record RuntimeSettings(
    String instance,
    Guarantee guarantee,
    long commitIntervalMs,
    int maxPanes,
    long markerIntervalMs,
    CheckpointTrigger checkpointTrigger,
    Duration lease,
    Duration maxOutage,
    Duration stopTimeout,
    long recentBytes) {

  /** What the configuration says. */
  public static RuntimeSettings of(MillraceConfig config, String instance) {
    return new RuntimeSettings(
        instance,
        config.guarantee(),
        config.commitInterval().toMillis(),
        config.maxPanesPerTransaction(),
        config.markerInterval().toMillis(),
        new CheckpointTrigger(
            config.checkpoints().interval(), config.checkpoints().recoveryTarget()),
        config.ledger().lease(),
        config.ledger().maxOutage(),
        config.stopTimeout(),
        config.api().recentBytes());
  }
}
