package dev.millrace.cli.ledger;

import dev.millrace.cli.term.Values;
import dev.millrace.runtime.ledger.PartitionEntry;
import dev.millrace.runtime.ledger.Progress;
import java.util.List;

/** How positions are read and written in messages. */
final class Positions {
  private Positions() {}

  static String offset(long offset) {
    return offset == Progress.NO_OFFSET ? "none" : Long.toString(offset);
  }

  static String time(long ms) {
    return ms == Progress.NO_WATERMARK ? "none" : Values.time(ms);
  }

  /** Decisions that the entry's checkpoint does not hold. */
  static List<String> since(List<String> decisions, PartitionEntry entry) {
    return decisions.stream().filter(text -> leading(text) >= entry.checkpointOffset()).toList();
  }

  private static long leading(String text) {
    int end = 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end == 0 ? Long.MAX_VALUE : Long.parseLong(text.substring(0, end));
  }
}
