package dev.millrace.engine;

import org.jspecify.annotations.Nullable;

/** Where a partition's outputs go: into the open transaction, or nowhere while replaying. */
public interface TaskOutput {

  /** Nowhere: while a partition replays what it has emitted before (rule X3). */
  TaskOutput DISCARD =
      new TaskOutput() {
        @Override
        public void pane(Pane pane) {}

        @Override
        public void result(
            InputRecord record, int index, byte @Nullable [] key, byte[] value, long timeMs) {}

        @Override
        public void late(InputRecord record, long eventTimeMs, long watermarkMs) {}

        @Override
        public void reject(
            InputRecord record, RejectReason reason, String message, @Nullable Throwable cause) {}

        @Override
        public void failed(PaneFailure failure) {}
      };

  /** A pane, in the order of rule W4. */
  void pane(Pane pane);

  /**
   * A result of a function without windows, in the order of offsets and of emission (rule F2).
   *
   * @param record that it is of; valid until the method returns
   * @param index results of that record before this one; from 0
   * @param key null for none
   * @param value the encoded result
   * @param timeMs event time of the record; from 0
   */
  void result(InputRecord record, int index, byte @Nullable [] key, byte[] value, long timeMs);

  /** A record that was too late for all its windows; with the watermark that it met. */
  void late(InputRecord record, long eventTimeMs, long watermarkMs);

  /** A record that was rejected. */
  void reject(InputRecord record, RejectReason reason, String message, @Nullable Throwable cause);

  /**
   * A pane that could not be made. An output that has no place for it stops the partition, so that
   * nothing is skipped in silence.
   */
  default void failed(PaneFailure failure) {
    throw new IllegalStateException(
        "Expected the function to finish a pane, but it threw: startMs="
            + failure.startMs()
            + ", endMs="
            + failure.endMs()
            + ", kind="
            + failure.kind().label()
            + ", index="
            + failure.index()
            + ". Correct the function, or give failed panes a place to go.",
        failure.cause());
  }
}
