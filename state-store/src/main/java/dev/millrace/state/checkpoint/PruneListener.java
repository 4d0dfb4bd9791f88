package dev.millrace.state.checkpoint;

/** Hears what a prune deletes, after each deletion and in their order. */
public interface PruneListener {

  /** Hears nothing. */
  PruneListener NONE =
      new PruneListener() {
        @Override
        public void expired(CheckpointId id) {}

        @Override
        public void deleted(String file) {}
      };

  /** The manifest of a checkpoint is gone. */
  void expired(CheckpointId id);

  /**
   * A file that no checkpoint needs is gone.
   *
   * @param file its key in the store
   */
  void deleted(String file);
}
