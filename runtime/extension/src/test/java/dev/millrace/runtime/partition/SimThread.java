package dev.millrace.runtime.partition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A thread that runs one task when it is told to, by simulated time. */
final class SimThread extends AbstractExecutorService implements ScheduledExecutorService {
  private final SimWorld world;
  private final List<Task> tasks = new ArrayList<>();
  private boolean shutdown;

  SimThread(SimWorld world) {
    this.world = world;
  }

  private final class Task extends FutureTask<Void> implements ScheduledFuture<Void> {
    private final Runnable work;
    private final long dueMs;

    Task(Runnable work, long dueMs) {
      super(() -> {}, null);
      this.work = work;
      this.dueMs = dueMs;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueMs - world.nowMs(), TimeUnit.MILLISECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Comparator.<Delayed>comparingLong(d -> d.getDelay(TimeUnit.MILLISECONDS))
          .compare(this, other);
    }
  }

  /** Runs the first task that is due, if there is one. */
  void step() {
    Task first = tasks.stream().min(Comparator.naturalOrder()).orElse(null);
    if (first != null && first.dueMs <= world.nowMs()) {
      tasks.remove(first);
      first.work.run();
    }
  }

  @Override
  public void execute(Runnable work) {
    var unused = schedule(work, 0, TimeUnit.MILLISECONDS);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
    if (shutdown) {
      throw new RejectedExecutionException("shut down");
    }
    Task task = new Task(work, world.nowMs() + unit.toMillis(delay));
    tasks.add(task);
    return task;
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> work, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable work, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable work, long initialDelay, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void shutdown() {
    shutdown = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown = true;
    tasks.clear();
    return Collections.emptyList();
  }

  @Override
  public boolean isShutdown() {
    return shutdown;
  }

  @Override
  public boolean isTerminated() {
    return shutdown;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
