package dev.millrace.runtime.partition;

import dev.millrace.engine.RejectReason;
import dev.millrace.engine.TaskCounters;
import dev.millrace.engine.rekey.RekeyTask;
import dev.millrace.functions.PaneKind;

/** What the engine counts of a partition, in either stage. */
public interface PartitionCounts {

  /** Nothing yet. */
  PartitionCounts NONE =
      new PartitionCounts() {
        @Override
        public long records() {
          return 0;
        }

        @Override
        public long rejected(RejectReason reason) {
          return 0;
        }
      };

  /** Records read. */
  long records();

  /** Records rejected for a reason. */
  long rejected(RejectReason reason);

  /** Records too late for all their windows. */
  default long tooLate() {
    return 0;
  }

  /** Records too late for some of their windows. */
  default long partlyLate() {
    return 0;
  }

  /** Panes of a kind. */
  default long panes(PaneKind kind) {
    return 0;
  }

  /** Results of a function without windows. */
  default long results() {
    return 0;
  }

  /** Panes that could not be made. */
  default long failedPanes() {
    return 0;
  }

  /** Of a task that computes results. */
  static PartitionCounts of(TaskCounters counters) {
    return new PartitionCounts() {
      @Override
      public long records() {
        return counters.records();
      }

      @Override
      public long rejected(RejectReason reason) {
        return counters.rejected(reason);
      }

      @Override
      public long tooLate() {
        return counters.tooLate();
      }

      @Override
      public long partlyLate() {
        return counters.partlyLate();
      }

      @Override
      public long panes(PaneKind kind) {
        return counters.panes(kind);
      }

      @Override
      public long results() {
        return counters.results();
      }

      @Override
      public long failedPanes() {
        return counters.failedPanes();
      }
    };
  }

  /** Of stage one. */
  static PartitionCounts of(RekeyTask<?> task) {
    return new PartitionCounts() {
      @Override
      public long records() {
        return task.records();
      }

      @Override
      public long rejected(RejectReason reason) {
        return task.rejected(reason);
      }
    };
  }
}
