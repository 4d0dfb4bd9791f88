package dev.millrace.runtime.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs duties in turn. A partition stays on one lane for its life, so nothing of a
 * partition needs a lock; other threads reach it by {@link #execute}.
 */
public final class Lane implements AutoCloseable {
  private static final long LONGEST_SLEEP_MS = 500;

  /** A duty that is due but could do nothing must not make the lane spin. */
  private static final long SHORTEST_SLEEP_MS = 1;

  private static final long CLOSE_MS = 3_000;

  private final Clocks clocks;
  private final @Nullable Thread thread;
  private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
  private final List<Duty> duties = new ArrayList<>();
  private volatile boolean awake = true;
  private volatile boolean closed;
  private volatile long roundStartMs;

  /** Starts the thread. */
  public Lane(String name, Clocks clocks) {
    this.clocks = clocks;
    this.roundStartMs = clocks.monotonicMs();
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Has no thread: someone else calls {@link #round}, one at a time. */
  public Lane(Clocks clocks) {
    this.clocks = clocks;
    this.roundStartMs = clocks.monotonicMs();
    this.thread = null;
  }

  /** Runs a command on the lane's thread, soon. */
  public void execute(Runnable command) {
    commands.add(command);
    wake();
  }

  /** Gives the lane a duty. */
  public void add(Duty duty) {
    execute(() -> duties.add(duty));
  }

  /** Takes a duty away: after the command has run it gets no further step. */
  public void remove(Duty duty) {
    execute(() -> duties.remove(duty));
  }

  /** Ends a sleep: there is something to do. */
  public void wake() {
    awake = true;
    LockSupport.unpark(thread);
  }

  /** How long the present round has taken: a lane that hangs does not end it. */
  public long roundMs() {
    return clocks.monotonicMs() - roundStartMs;
  }

  private void run() {
    while (!closed) {
      awake = false;
      if (!round() && !awake) {
        sleep(clocks.now());
      }
    }
    runCommands();
  }

  /** Runs the commands given so far and a step of each duty; false if there was nothing to do. */
  public boolean round() {
    roundStartMs = clocks.monotonicMs();
    boolean worked = runCommands();
    Moment now = clocks.now();
    for (int i = 0; i < duties.size(); i++) {
      worked |= step(duties.get(i), now);
    }
    return worked;
  }

  private boolean runCommands() {
    boolean any = false;
    for (Runnable c = commands.poll(); c != null; c = commands.poll()) {
      c.run();
      any = true;
    }
    return any;
  }

  private boolean step(Duty duty, Moment now) {
    try {
      return duty.step(now);
    } catch (RuntimeException e) {
      duties.remove(duty);
      duty.failed(e);
      return true;
    }
  }

  private void sleep(Moment now) {
    long due = now.monotonicMs() + LONGEST_SLEEP_MS;
    for (Duty duty : duties) {
      due = Math.min(due, duty.nextDueMs());
    }
    long ms = Math.max(SHORTEST_SLEEP_MS, due - now.monotonicMs());
    LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(ms));
  }

  /** Lets the present step and the commands given so far finish; then the thread ends. */
  @Override
  public void close() {
    closeAll(List.of(this));
  }

  /** Closes lanes at the same time: those that hang in a client are waited for only once. */
  public static void closeAll(List<Lane> lanes) {
    for (Lane lane : lanes) {
      lane.closed = true;
      lane.wake();
    }
    long left = CLOSE_MS;
    try {
      for (Lane lane : lanes) {
        long from = lane.clocks.monotonicMs();
        if (lane.thread != null) {
          lane.thread.join(Math.max(1, left));
        }
        left -= lane.clocks.monotonicMs() - from;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
