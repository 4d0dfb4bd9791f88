package dev.millrace.runtime.partition;

import dev.millrace.runtime.partition.SimCluster.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Time, chance and memory of one run. Whatever happens follows from the seed. */
final class SimWorld {
  private static final int REMEMBERED = Integer.getInteger("sim.remembered", 150);

  /** A rule that is broken on purpose, to see that the invariants notice. */
  enum Sabotage {
    NONE,
    /** An owner that was replaced can still commit (X1). */
    NO_FENCING,
    /** Decisions do not become durable with their outputs (X2). */
    DECISIONS_FORGOTTEN,
    /** A split firing does not say how far it went (X4). */
    CURSOR_FORGOTTEN,
    /** The group's offset is not asked for at the start (X3). */
    GROUP_IGNORED,
    /** Deleting looks only at the newest manifest (C4). */
    MANIFEST_HIDDEN,
    /** Stage one's watermark does not stand beside its offset (R1, X2). */
    WATERMARK_FORGOTTEN,
    /** Markers do not arrive: a source without records holds back all others (R1, R2). */
    MARKERS_LOST,
    /** The re-key topic forgets all that is committed, checkpoint or not (R4). */
    DELETED_TOO_EARLY,
    /** Nobody is told that a source has left (R5). */
    LEFT_IN_SILENCE;

    /** The function that it is about. */
    Kind kind() {
      if (this == LEFT_IN_SILENCE) {
        return Kind.UNION;
      }
      return compareTo(WATERMARK_FORGOTTEN) >= 0 ? Kind.REKEYED : Kind.DIRECT;
    }
  }

  /** The process is gone in the middle of a call. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("crashed", null, false, false);
    }
  }

  /** Something that happened; put into words only when somebody wants to read it. */
  private record Event(long atMs, String format, Object... values) {
    @Override
    public String toString() {
      return atMs + " " + String.format(Locale.ROOT, format, values);
    }
  }

  final long seed;
  final SplittableRandom random;
  final Sabotage sabotage;
  private final Deque<Event> events = new ArrayDeque<>();
  private long nowMs = 1_000_000;
  private boolean calm;
  private @Nullable AssertionError failure;

  SimWorld(long seed, Sabotage sabotage) {
    this.seed = seed;
    this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + 1);
    this.sabotage = sabotage;
  }

  long nowMs() {
    return nowMs;
  }

  void pass(long ms) {
    nowMs += ms;
  }

  /** From now on nothing fails. */
  void calmDown() {
    calm = true;
  }

  boolean isCalm() {
    return calm;
  }

  /** Whether something that goes wrong so often goes wrong now. */
  boolean mishap(double probability) {
    return !calm && random.nextDouble() < probability;
  }

  boolean is(Sabotage which) {
    return sabotage == which;
  }

  void note(String format, Object... values) {
    if (events.size() == REMEMBERED) {
      events.removeFirst();
    }
    events.add(new Event(nowMs, format, values));
  }

  /** What happened last, a line each. */
  String story() {
    return events.stream().map(Event::toString).collect(Collectors.joining(System.lineSeparator()));
  }

  /** An invariant does not hold. */
  AssertionError broken(String format, Object... values) {
    AssertionError error =
        new AssertionError(
            String.format(Locale.ROOT, format, values)
                + System.lineSeparator()
                + "Replay with -Dsim.seed="
                + seed
                + ". What happened last:"
                + System.lineSeparator()
                + story());
    failure = failure == null ? error : failure;
    return error;
  }

  /** What broke may have been taken for the failure of a task, and kept in its future. */
  void rethrow() {
    AssertionError error = failure;
    if (error != null) {
      throw error;
    }
  }
}
