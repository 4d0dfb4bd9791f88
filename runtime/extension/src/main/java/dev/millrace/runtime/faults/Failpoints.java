package dev.millrace.runtime.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Named points of the program at which a test can end the process as {@code kill -9} would, or send
 * it a signal. Without the system property {@code millrace.failpoint=<name>[:<n>[:<action>]]} (the
 * n-th hit, default the first; action {@code kill}, the default, {@code term} or {@code stop}) a
 * hit is one comparison with a constant null.
 */
public final class Failpoints {
  private static final int KILLED = 137;
  private static final Armed ARMED = Armed.parse(System.getProperty("millrace.failpoint"));

  private Failpoints() {}

  /**
   * Does what is to be done if the point of that name is armed and this is the hit it waits for.
   */
  public static void hit(String name) {
    if (ARMED != Armed.NONE) {
      ARMED.hit(name);
    }
  }

  /** A point that waits for its n-th hit. */
  private static final class Armed {
    static final Armed NONE = new Armed("", 0, "kill");

    private final String name;
    private final String action;
    private int remaining;

    private Armed(String name, int remaining, String action) {
      this.name = name;
      this.remaining = remaining;
      this.action = action;
    }

    static Armed parse(@Nullable String text) {
      if (text == null || text.isBlank()) {
        return NONE;
      }
      String[] parts = text.split(":", 3);
      return new Armed(
          parts[0],
          parts.length > 1 ? Integer.parseInt(parts[1]) : 1,
          parts.length > 2 ? parts[2] : "kill");
    }

    synchronized void hit(String point) {
      if (name.equals(point) && --remaining == 0) {
        if (action.equals("kill")) {
          Runtime.getRuntime().halt(KILLED);
        } else {
          signal();
        }
      }
    }

    /** After SIGTERM the point goes on, as the stop needs it to. */
    private void signal() {
      String pid = Long.toString(ProcessHandle.current().pid());
      try {
        Process kill =
            new ProcessBuilder("kill", action.equals("term") ? "-TERM" : "-STOP", pid).start();
        kill.waitFor(10, TimeUnit.SECONDS);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
