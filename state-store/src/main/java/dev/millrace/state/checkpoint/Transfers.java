package dev.millrace.state.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs tasks in parallel until all have ended; after a failure no further one begins. */
final class Transfers {

  private Transfers() {}

  /** Runs the tasks and throws what the first failed one threw. */
  static void runAll(List<Runnable> tasks, Executor executor) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<CompletableFuture<Void>> running = new ArrayList<>();
    try {
      for (Runnable task : tasks) {
        running.add(CompletableFuture.runAsync(() -> runUnlessFailed(task, failure), executor));
      }
    } catch (RejectedExecutionException e) {
      failure.compareAndSet(null, e); // the pod stops; what runs is awaited all the same
    }
    CompletableFuture.allOf(running.toArray(CompletableFuture<?>[]::new)).join();
    rethrow(failure.get());
  }

  private static void runUnlessFailed(Runnable task, AtomicReference<Throwable> failure) {
    if (failure.get() != null) {
      return;
    }
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
