package dev.millrace.operator.observe;

import dev.millrace.operator.observe.Target.RedisAddress;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at Kafka and the ledgers again and again, and keeps what it saw last. Functions of one
 * Kafka cluster are looked at together, so their number hardly counts; a cluster that does not
 * answer holds up its own functions only. For those that sleep it listens between looks, too.
 * Thread-safe.
 */
public final class Observer implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Observer.class);
  private static final int THREADS = 8;

  /** Between two looks it listens as often. */
  private static final int LISTENS = 2;

  private final Vertx vertx;
  private final InstantSource clock;
  private final Duration interval;
  private final Sleepers sleepers;
  private final Sightings sightings;
  private final Map<Map<String, String>, Cluster> clusters = new ConcurrentHashMap<>();
  private final Map<RedisAddress, RedisWatch> redises = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "millrace-observer"));
  private final ExecutorService workers =
      Executors.newFixedThreadPool(THREADS, task -> daemon(task, "millrace-observe"));

  /**
   * An observer; {@link #start} starts it.
   *
   * @param interval between two looks
   * @param sleepers who of them sleep
   * @param listener hears of each look at a function, from several threads
   */
  public Observer(
      Vertx vertx,
      InstantSource clock,
      Duration interval,
      Sleepers sleepers,
      BiConsumer<ResourceID, Observation> listener) {
    this.vertx = vertx;
    this.clock = clock;
    this.interval = interval;
    this.sleepers = sleepers;
    this.sightings = new Sightings(listener);
  }

  /** Begins to look. */
  public void start() {
    repeat(this::look, interval);
    repeat(this::listen, interval.dividedBy(LISTENS));
  }

  private void repeat(Runnable round, Duration pause) {
    // A round catches what it throws: there is nothing to learn from its future.
    Future<?> unused =
        timer.scheduleWithFixedDelay(
            () -> attempt("functions", round),
            0,
            Math.max(1, pause.toMillis()),
            TimeUnit.MILLISECONDS);
  }

  private static void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.errorf(e, "Expected a look at %s, but it failed", what);
    }
  }

  /** Looks at a function from now on, or elsewhere than before. */
  public void track(ResourceID function, Target target) {
    sightings.track(function, target);
  }

  /** Looks at it no more. */
  public void forget(ResourceID function) {
    sightings.forget(function);
  }

  /** What was seen last, or null before the first look. */
  public @Nullable Observation latest(ResourceID function) {
    return sightings.latest(function);
  }

  /** The ledger of a function. */
  public Ledger ledger(Target target) {
    return redis(target).ledger(target.keys());
  }

  /**
   * Removes the ledger of a function.
   *
   * @throws LedgerException if Redis does not do it
   */
  public void removeLedger(Target target) {
    redis(target).remove(target.keys());
  }

  private RedisWatch redis(Target target) {
    return redises.computeIfAbsent(target.redis(), address -> new RedisWatch(vertx, address));
  }

  private void look() {
    Map<Map<String, String>, Map<ResourceID, Target>> byCluster = sightings.targetsByCluster();
    byCluster.forEach(
        (kafka, functions) -> clusters.computeIfAbsent(kafka, Cluster::new).look(functions));
    closeUnused(byCluster.keySet());
  }

  private void listen() {
    sightings
        .targetsByCluster()
        .forEach(
            (kafka, functions) -> {
              Cluster cluster = clusters.get(kafka);
              if (cluster != null) {
                cluster.listen(functions.keySet());
              }
            });
  }

  private void closeUnused(Set<Map<String, String>> used) {
    clusters
        .entrySet()
        .removeIf(
            entry -> {
              if (used.contains(entry.getKey()) || entry.getValue().isBusy()) {
                return false;
              }
              entry.getValue().close();
              return true;
            });
    Set<RedisAddress> addresses = new HashSet<>();
    sightings.targets().values().forEach(target -> addresses.add(target.redis()));
    redises
        .entrySet()
        .removeIf(
            entry -> {
              if (addresses.contains(entry.getKey())) {
                return false;
              }
              entry.getValue().close();
              return true;
            });
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    timer.shutdownNow();
    workers.shutdownNow();
    clusters.values().forEach(Cluster::close);
    redises.values().forEach(RedisWatch::close);
  }

  /** A Kafka cluster, of which no two looks and no two times of listening overlap. */
  private final class Cluster implements AutoCloseable {
    private final ClusterWatch watch;
    private final AtomicBoolean looks = new AtomicBoolean();
    private final AtomicBoolean listens = new AtomicBoolean();

    Cluster(Map<String, String> properties) {
      watch = new ClusterWatch(properties, sightings, sleepers, Observer.this::redis, clock);
    }

    void look(Map<ResourceID, Target> functions) {
      inBackground(looks, () -> watch.look(functions));
    }

    void listen(Set<ResourceID> functions) {
      inBackground(listens, () -> watch.listen(functions));
    }

    boolean isBusy() {
      return looks.get() || listens.get();
    }

    private void inBackground(AtomicBoolean busy, Runnable work) {
      if (busy.compareAndSet(false, true)) {
        workers.execute(
            () -> {
              try {
                attempt("the functions of a Kafka cluster", work);
              } finally {
                busy.set(false);
              }
            });
      }
    }

    @Override
    public void close() {
      watch.close();
    }
  }
}
