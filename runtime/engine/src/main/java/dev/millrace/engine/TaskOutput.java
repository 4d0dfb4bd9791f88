package dev.millrace.engine;

import org.jspecify.annotations.Nullable;

/** Where a partition's outputs go: into the open transaction, or nowhere while replaying. */
public interface TaskOutput {

  /** A pane, in the order of rule W4. */
  void pane(Pane pane);

  /** A record that was too late for all its windows. */
  void late(InputRecord record, long eventTimeMs, long watermarkMs);

  /** A record that was rejected. */
  void reject(InputRecord record, RejectReason reason, String message, @Nullable Throwable cause);
}
