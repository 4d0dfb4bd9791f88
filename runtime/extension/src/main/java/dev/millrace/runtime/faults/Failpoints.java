package dev.millrace.runtime.faults;

import org.jspecify.annotations.Nullable;

/**
 * Named points of the program at which a test can end the process as {@code kill -9} would. Without
 * the system property {@code millrace.failpoint=<name>[:<n>]} (the n-th hit, default the first) a
 * hit is one comparison with a constant null.
 */
public final class Failpoints {
  private static final int KILLED = 137;
  private static final Armed ARMED = Armed.parse(System.getProperty("millrace.failpoint"));

  private Failpoints() {}

  /** Ends the process if the point of that name is armed and this is the hit it waits for. */
  public static void hit(String name) {
    if (ARMED != Armed.NONE) {
      ARMED.hit(name);
    }
  }

  /** A point that waits for its n-th hit. */
  private static final class Armed {
    static final Armed NONE = new Armed("", 0);

    private final String name;
    private int remaining;

    private Armed(String name, int remaining) {
      this.name = name;
      this.remaining = remaining;
    }

    static Armed parse(@Nullable String text) {
      if (text == null || text.isBlank()) {
        return NONE;
      }
      int colon = text.lastIndexOf(':');
      return colon < 0
          ? new Armed(text, 1)
          : new Armed(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    synchronized void hit(String point) {
      if (name.equals(point) && --remaining == 0) {
        Runtime.getRuntime().halt(KILLED);
      }
    }
  }
}
