package dev.millrace.operator.scaling;

import dev.millrace.operator.scaling.ScalingPolicy.Steadiness;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the number of pods from swinging: a need must have lasted before pods are added, must have
 * been gone for longer before they are taken away, and the direction changes only so often an hour.
 * Immutable.
 *
 * @param sinceMs when it began to watch: a need from before is not known to be gone
 * @param needs what was needed, oldest first, as far back as the windows reach
 * @param changedMs when the number last changed
 * @param rising whether the last change was upwards
 * @param reversalsMs when the direction changed within the last hour
 */
record Course(
    long sinceMs, List<Need> needs, long changedMs, boolean rising, List<Long> reversalsMs) {

  /** At most as many steps down are made within a down window. */
  private static final int STEPS = 5;

  private static final long HOUR_MS = 3_600_000;

  /** A need at a time. */
  record Need(long atMs, int pods) {}

  Course {
    needs = List.copyOf(needs);
    reversalsMs = List.copyOf(reversalsMs);
  }

  static Course from(long nowMs) {
    return new Course(nowMs, List.of(), nowMs, true, List.of());
  }

  /** The same with what is needed now. */
  Course need(int pods, Steadiness steadiness, long nowMs) {
    long longest = Math.max(steadiness.downWindow().toMillis(), steadiness.upWindow().toMillis());
    List<Need> next = new ArrayList<>();
    for (int i = 0; i < needs.size(); i++) {
      boolean coversTheStart = i + 1 < needs.size() && needs.get(i + 1).atMs() <= nowMs - longest;
      if (!coversTheStart) {
        next.add(needs.get(i));
      }
    }
    // Of a need that goes on only the beginning and the present matter.
    int last = next.size() - 1;
    if (last > 0 && next.get(last).pods() == pods && next.get(last - 1).pods() == pods) {
      next.remove(last);
    }
    next.add(new Need(nowMs, pods));
    return new Course(sinceMs, next, changedMs, rising, reversalsMs);
  }

  /** The number to have: that of now, or one that was needed within the windows. */
  int steady(int current, Steadiness steadiness, long nowMs) {
    if (extreme(steadiness.upWindow().toMillis(), nowMs, false) > current) {
      return needs.get(needs.size() - 1).pods();
    }
    long downMs = steadiness.downWindow().toMillis();
    int highest = extreme(downMs, nowMs, true);
    // Windows that slide over a rise would take its steps back one by one, each with a hand-over.
    boolean isTime = nowMs - sinceMs >= downMs && nowMs - changedMs >= downMs / STEPS;
    return highest < current && isTime && mayGoDown(steadiness, nowMs) ? highest : current;
  }

  /** Whether going down leaves room for coming back up. */
  boolean mayGoDown(Steadiness steadiness, long nowMs) {
    long recent = reversalsMs.stream().filter(at -> at > nowMs - HOUR_MS).count();
    return !rising || recent + 2 <= steadiness.reversalsPerHour();
  }

  private int extreme(long windowMs, long nowMs, boolean highest) {
    int result = needs.get(needs.size() - 1).pods();
    for (int i = 0; i < needs.size(); i++) {
      // A need lasts until the next one.
      long untilMs = i + 1 < needs.size() ? needs.get(i + 1).atMs() : nowMs;
      if (untilMs > nowMs - windowMs) {
        int pods = needs.get(i).pods();
        result = highest ? Math.max(result, pods) : Math.min(result, pods);
      }
    }
    return result;
  }

  /** The number of pods was changed. */
  Course changed(int from, int to, long nowMs) {
    if (from == to) {
      return this;
    }
    boolean up = to > from;
    List<Long> next = new ArrayList<>();
    reversalsMs.stream().filter(at -> at > nowMs - HOUR_MS).forEach(next::add);
    if (up != rising) {
      next.add(nowMs);
    }
    return new Course(sinceMs, needs, nowMs, up, next);
  }
}
