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
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one Kafka cluster. {@link #look} asks for all there is to know of them, ledgers
 * included; {@link #listen} only whether there is anything that wakes those that sleep, in one
 * call, so that no Redis and no number of functions that run delays a wake. Each of the two is used
 * by one thread at a time.
 */
final class ClusterWatch implements AutoCloseable {
  /** The ledgers of functions that sleep are read as often. */
  private static final Duration SLEEPERS = Duration.ofSeconds(5);

  private final Map<String, String> properties;
  private final Sightings sightings;
  private final Sleepers sleepers;
  private final Function<Target, RedisWatch> redises;
  private final InstantSource clock;
  private volatile @Nullable KafkaWatch kafka;

  /** When the newest look that is over began. Two threads look, and the slower may end last. */
  private final AtomicLong overMs;

  /** What the ledger said, and when. */
  private record Book(@Nullable LedgerView view, long atMs, @Nullable Report report) {}

  ClusterWatch(
      Map<String, String> properties,
      Sightings sightings,
      Sleepers sleepers,
      Function<Target, RedisWatch> redises,
      InstantSource clock) {
    this.properties = properties;
    this.sightings = sightings;
    this.sleepers = sleepers;
    this.redises = redises;
    this.clock = clock;
    this.overMs = new AtomicLong(clock.millis());
  }

  void look(Map<ResourceID, Target> functions) {
    Look look = begin();
    Round round = askKafka(functions);
    Map<RedisAddress, Trouble> away = new HashMap<>();
    functions.forEach(
        (id, target) -> sightings.tell(id, target, observe(id, target, look, round, away)));
    overMs.accumulateAndGet(look.atMs(), Math::max);
  }

  /** Tells of those that something wakes which came. */
  void listen(Set<ResourceID> functions) {
    KafkaWatch asked = kafka;
    Map<ResourceID, Observation> waiting = waiting(functions);
    if (asked == null || waiting.isEmpty()) {
      return;
    }
    Look look = begin();
    Map<TopicPartition, Long> ends = asked.lastStable(inputs(waiting.values()));
    waiting.keySet().forEach(id -> sightings.tell(id, look, ends));
    overMs.accumulateAndGet(look.atMs(), Math::max);
  }

  private Look begin() {
    return new Look(sightings.number(), clock.millis(), overMs.get());
  }

  private Map<ResourceID, Observation> waiting(Set<ResourceID> functions) {
    Map<ResourceID, Observation> waiting = new HashMap<>();
    for (ResourceID id : functions) {
      Observation last = sightings.latest(id);
      if (last != null && last.troubles().isEmpty() && sleepers.wakes(id)) {
        waiting.put(id, last);
      }
    }
    return waiting;
  }

  private static Set<TopicPartition> inputs(Collection<Observation> waiting) {
    Set<TopicPartition> inputs = new HashSet<>();
    for (Observation seen : waiting) {
      seen.inputs()
          .forEach(
              (topic, log) ->
                  log.bounds()
                      .keySet()
                      .forEach(partition -> inputs.add(new TopicPartition(topic, partition))));
    }
    return inputs;
  }

  private Round askKafka(Map<ResourceID, Target> functions) {
    Set<String> topics = new HashSet<>();
    functions.forEach(
        (id, target) -> {
          topics.addAll(target.topics());
          Observation last = sightings.latest(id);
          LedgerView ledger = last == null ? null : last.ledger();
          if (ledger != null && ledger.function().rekeyPartitions() > 0) {
            topics.add(target.rekeyTopic());
          }
        });
    try {
      KafkaWatch watch = kafka;
      if (watch == null) {
        watch = new KafkaWatch(properties);
        kafka = watch;
      }
      return watch.look(topics, clock.millis());
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
      ResourceID id, Target target, Look look, Round round, Map<RedisAddress, Trouble> away) {
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
        look,
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
    Observation last = sightings.latest(id);
    long nowMs = clock.millis();
    if (last != null
        && sleepers.sleeps(id)
        && last.troubles().isEmpty()
        && nowMs - last.ledgerAtMs() < SLEEPERS.toMillis()) {
      return new Book(last.ledger(), last.ledgerAtMs(), last.report());
    }
    Trouble known = away.get(target.redis());
    if (known != null) {
      troubles.add(known);
      return new Book(null, nowMs, null);
    }
    RedisWatch redis = redises.apply(target);
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

  @Override
  public void close() {
    KafkaWatch watch = kafka;
    if (watch != null) {
      watch.close();
    }
  }
}
