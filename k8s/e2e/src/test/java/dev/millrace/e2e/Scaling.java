package dev.millrace.e2e;

import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Watchable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows a StatefulSet to know when pods were asked for, closer than by asking again and again.
 */
final class Scaling implements AutoCloseable {
  private static final long NOT_YET = Long.MIN_VALUE;

  private final AtomicLong asked = new AtomicLong(NOT_YET);
  private final Watch watch;

  Scaling(Watchable<StatefulSet> set) {
    watch =
        set.watch(
            new Watcher<>() {
              @Override
              public void eventReceived(Action action, StatefulSet now) {
                if (now.getSpec().getReplicas() > 0) {
                  asked.compareAndSet(NOT_YET, System.nanoTime());
                }
              }

              @Override
              public void onClose(@Nullable WatcherException cause) {}
            });
  }

  /** Waits until pods are asked for; when they were, by {@link System#nanoTime}. */
  long awaitPods(Supplier<String> seen) {
    Until.holds("a pod to be asked for", () -> asked.get() != NOT_YET, seen);
    return asked.get();
  }

  @Override
  public void close() {
    watch.close();
  }
}
