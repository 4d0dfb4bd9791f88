package dev.millrace.samples.logins;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The failures of a session. Never changes.
 *
 * @param count all of them
 * @param latest the latest in ascending order. At most {@link #MAX_LATEST}, so that an address that
 *     never rests costs no more; as less than three fail within five minutes, these reach back four
 *     hours. Only the last one once there was a burst, as there is nothing left to find out
 * @param burst whether {@link #ENOUGH} lay within {@link #WITHIN}
 */
public record Failures(long count, List<Instant> latest, boolean burst) {
  static final int ENOUGH = 3;
  static final Duration WITHIN = Duration.ofMinutes(5);
  static final int MAX_LATEST = 100;

  static final Failures NONE = new Failures(0, List.of(), false);

  Failures plus(Instant failure) {
    return merge(new Failures(1, List.of(failure), false));
  }

  Failures merge(Failures other) {
    List<Instant> all = new ArrayList<>(latest);
    all.addAll(other.latest);
    Collections.sort(all);
    boolean anyBurst = burst || other.burst || hasBurst(all);
    int kept = Math.min(all.size(), anyBurst ? 1 : MAX_LATEST);
    return new Failures(
        count + other.count, List.copyOf(all.subList(all.size() - kept, all.size())), anyBurst);
  }

  Instant last() {
    return latest.get(latest.size() - 1);
  }

  private static boolean hasBurst(List<Instant> ascending) {
    for (int i = ENOUGH - 1; i < ascending.size(); i++) {
      Instant first = ascending.get(i - ENOUGH + 1);
      if (!ascending.get(i).isAfter(first.plus(WITHIN))) {
        return true;
      }
    }
    return false;
  }
}
