package dev.millrace.state.checkpoint;

/** Hears of the progress of an upload or a restore; called by several threads. */
@FunctionalInterface
public interface TransferListener {

  /** Hears nothing. */
  TransferListener NONE = (file, bytes, alreadyThere) -> {};

  /**
   * A file is done.
   *
   * @param file which
   * @param sizeBytes its size
   * @param alreadyThere whether it had not to be transferred
   */
  void done(String file, long sizeBytes, boolean alreadyThere);

  /** All files of an upload are there; its manifest is written next. */
  default void allDone() {}
}
