package dev.millrace.operator.observe;

import dev.millrace.operator.observe.KafkaWatch.Round;
import dev.millrace.operator.observe.Target.RedisAddress;
import dev.millrace.operator.observe.Trouble.Reason;
import dev.millrace.runtime.ledger.Ledger;
import dev.millrace.runtime.ledger.LedgerException;
import dev.millrace.runtime.ledger.LedgerUnavailableException;
import dev.millrace.runtime.ledger.LedgerView;
import dev.millrace.runtime.ledger.Report;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
import java.util.function.Predicate;
import org.apache.kafka.common.KafkaException;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at Kafka and the ledgers again and again, and keeps what it saw last. Functions of one
 * Kafka cluster are looked at together, so their number hardly counts; a cluster that does not
 * answer holds up its own functions only. Thread-safe.
 */
public final class Observer implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Observer.class);
  private static final int THREADS = 8;

  /** The ledgers of functions that sleep are read as often. */
  private static final Duration SLEEPERS = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final InstantSource clock;
  private final Duration interval;
  private final Predicate<ResourceID> sleeps;
  private final BiConsumer<ResourceID, Observation> listener;
  private final Map<ResourceID, Target> targets = new ConcurrentHashMap<>();
  private final Map<ResourceID, Observation> seen = new ConcurrentHashMap<>();
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
   * @param sleeps whether no pod of a function is to run
   * @param listener hears of each look at a function, from several threads
   */
  public Observer(
      Vertx vertx,
      InstantSource clock,
      Duration interval,
      Predicate<ResourceID> sleeps,
      BiConsumer<ResourceID, Observation> listener) {
    this.vertx = vertx;
    this.clock = clock;
    this.interval = interval;
    this.sleeps = sleeps;
    this.listener = listener;
  }

  /** Begins to look. */
  public void start() {
    // A round catches what it throws: there is nothing to learn from its future.
    Future<?> unused =
        timer.scheduleWithFixedDelay(this::round, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Looks at a function from now on, or elsewhere than before. */
  public void track(ResourceID function, Target target) {
    Target before = targets.put(function, target);
    if (before != null && !before.equals(target)) {
      seen.remove(function);
    }
  }

  /** Looks at it no more. */
  public void forget(ResourceID function) {
    targets.remove(function);
    seen.remove(function);
  }

  /** What was seen last, or null before the first look. */
  public @Nullable Observation latest(ResourceID function) {
    return seen.get(function);
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

  private void round() {
    try {
      Map<Map<String, String>, Map<ResourceID, Target>> byCluster = new HashMap<>();
      targets.forEach(
          (id, target) ->
              byCluster.computeIfAbsent(target.kafka(), k -> new HashMap<>()).put(id, target));
      byCluster.forEach(
          (kafka, functions) ->
              clusters.computeIfAbsent(kafka, Cluster::new).lookInBackground(functions));
      closeUnused(byCluster.keySet());
    } catch (RuntimeException e) {
      LOG.error("Expected a look at Kafka and the ledgers, but it failed", e);
    }
  }

  private void closeUnused(Set<Map<String, String>> used) {
    clusters
        .entrySet()
        .removeIf(
            entry -> {
              if (used.contains(entry.getKey()) || entry.getValue().busy.get()) {
                return false;
              }
              entry.getValue().close();
              return true;
            });
    Set<RedisAddress> addresses = new HashSet<>();
    targets.values().forEach(target -> addresses.add(target.redis()));
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

  /** What the ledger said, and when. */
  private record Book(@Nullable LedgerView view, long atMs, @Nullable Report report) {}

  /** The functions of one Kafka cluster. */
  private final class Cluster {
    private final Map<String, String> properties;
    private final AtomicBoolean busy = new AtomicBoolean();
    private @Nullable KafkaWatch kafka;

    Cluster(Map<String, String> properties) {
      this.properties = properties;
    }

    void lookInBackground(Map<ResourceID, Target> functions) {
      if (busy.compareAndSet(false, true)) {
        workers.execute(
            () -> {
              try {
                look(functions);
              } catch (RuntimeException e) {
                LOG.error("Expected a look at the functions of a cluster, but it failed", e);
              } finally {
                busy.set(false);
              }
            });
      }
    }

    private void look(Map<ResourceID, Target> functions) {
      Round round = askKafka(functions);
      Map<RedisAddress, Trouble> away = new HashMap<>();
      functions.forEach((id, target) -> tell(id, target, observe(id, target, round, away)));
    }

    private Round askKafka(Map<ResourceID, Target> functions) {
      Set<String> topics = new HashSet<>();
      functions.forEach(
          (id, target) -> {
            topics.addAll(target.topics());
            Observation last = seen.get(id);
            LedgerView ledger = last == null ? null : last.ledger();
            if (ledger != null && ledger.function().rekeyPartitions() > 0) {
              topics.add(target.rekeyTopic());
            }
          });
      try {
        if (kafka == null) {
          kafka = new KafkaWatch(properties);
        }
        return kafka.look(topics, clock.millis());
      } catch (KafkaException e) {
        String error = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        return new Round(
            Map.of(),
            Map.of(
                "",
                new Trouble(
                    Reason.KafkaRefused,
                    "Expected properties that a Kafka client accepts, but it does not: error="
                        + error
                        + ". Correct spec.source and spec.credentials.")));
      }
    }

    private Observation observe(
        ResourceID id, Target target, Round round, Map<RedisAddress, Trouble> away) {
      List<Trouble> troubles = new ArrayList<>();
      Map<String, TopicLog> inputs = new HashMap<>();
      for (String topic : target.topics()) {
        Trouble trouble = round.troubleOf(topic);
        if (trouble != null && !troubles.contains(trouble)) {
          troubles.add(trouble);
        }
        TopicLog log = round.logs().get(topic);
        if (log != null) {
          inputs.put(topic, log);
        }
      }
      Book book = book(id, target, troubles, away);
      LedgerView view = book.view();
      if (view != null) {
        troubles.addAll(TopicChanges.since(view.function(), inputs, target));
      }
      return new Observation(
          clock.millis(),
          book.view(),
          book.atMs(),
          book.report(),
          inputs,
          round.logs().get(target.rekeyTopic()),
          troubles);
    }

    /**
     * While nobody runs a function only what its topics get can change: its ledger is read now and
     * then, or Redis would do nothing but answer for sleepers.
     */
    private Book book(
        ResourceID id, Target target, List<Trouble> troubles, Map<RedisAddress, Trouble> away) {
      Observation last = seen.get(id);
      long nowMs = clock.millis();
      if (last != null
          && sleeps.test(id)
          && last.troubles().isEmpty()
          && nowMs - last.ledgerAtMs() < SLEEPERS.toMillis()) {
        return new Book(last.ledger(), last.ledgerAtMs(), last.report());
      }
      Trouble known = away.get(target.redis());
      if (known != null) {
        troubles.add(known);
        return new Book(null, nowMs, null);
      }
      RedisWatch redis = redis(target);
      try (Ledger ledger = redis.ledger(target.keys())) {
        LedgerView view = ledger.view();
        return new Book(view, nowMs, view == null ? ledger.report() : view.report());
      } catch (LedgerException e) {
        Trouble trouble = redis.trouble(e);
        troubles.add(trouble);
        if (e instanceof LedgerUnavailableException) {
          // Its other functions need not wait for it in this round, too.
          away.put(target.redis(), trouble);
        }
        return new Book(null, nowMs, null);
      }
    }

    private void tell(ResourceID id, Target target, Observation observation) {
      if (target.equals(targets.get(id))) {
        seen.put(id, observation);
        listener.accept(id, observation);
      }
    }

    void close() {
      if (kafka != null) {
        kafka.close();
      }
    }
  }
}
