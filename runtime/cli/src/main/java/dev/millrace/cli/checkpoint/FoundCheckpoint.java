package dev.millrace.cli.checkpoint;

import dev.millrace.state.checkpoint.CheckpointManifest;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint in the store.
 *
 * @param id epoch and sequence
 * @param manifest null if it cannot be read
 */
record FoundCheckpoint(
    String function, int partition, String id, @Nullable CheckpointManifest manifest) {}
