package dev.millrace.bench.load;

import java.util.Locale;

/** How event time runs in a stream, and where. */
enum Data {
  /** Evenly in all partitions; what is old is read as fast as can be. */
  REPLAY,
  /** It jumps by a day after the first half. */
  DAY_JUMP,
  /** After the first half nothing more comes in one partition, not even what completes windows. */
  SILENT_PARTITION;

  /** The one that falls silent. */
  private static final int SILENT = 0;

  private static final long DAY_MS = 86_400_000;

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is added to the times of the second half, in milliseconds. */
  long jumpMs() {
    return this == DAY_JUMP ? DAY_MS : 0;
  }

  /** Whether that partition has no more events in the second half. */
  boolean isSilent(int partition) {
    return this == SILENT_PARTITION && partition == SILENT;
  }

  /** How many partitions get events to the end. */
  int lasting(int partitions) {
    return partitions - (this == SILENT_PARTITION ? 1 : 0);
  }
}
