package dev.millrace.operator.scaling;

import java.util.ArrayList;
import java.util.List;

/**
 * How much more than the arithmetic says is asked for. It widens when predictions came true too
 * late and narrows while they hold (rule A3). Immutable.
 *
 * @param share on top, from {@link #LEAST} to {@link #MOST}
 * @param outcomes the last ones, oldest first
 */
record Margin(double share, List<Outcome> outcomes) {
  static final double LEAST = 0.05;
  static final double MOST = 1;
  static final Margin INITIAL = new Margin(LEAST, List.of());

  /** One prediction that failed widens it by no more. */
  private static final double AT_ONCE = 0.1;

  private static final int KEPT = 16;
  private static final double TOO_LATE = 0.1;
  private static final double NARROWING = 0.8;

  Margin {
    outcomes = List.copyOf(outcomes);
  }

  /** The margin after a prediction could be compared with what came. */
  Margin after(Outcome outcome) {
    List<Outcome> kept = new ArrayList<>(outcomes);
    kept.add(outcome);
    double late = outcome.lateness();
    double next =
        late > TOO_LATE
            ? Math.min(MOST, share + Math.min(AT_ONCE, late / 2))
            : Math.max(LEAST, share * NARROWING);
    return new Margin(next, kept.subList(Math.max(0, kept.size() - KEPT), kept.size()));
  }
}
