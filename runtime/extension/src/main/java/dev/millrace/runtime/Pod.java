package dev.millrace.runtime;

import dev.millrace.engine.FunctionDefinition;
import dev.millrace.functions.spec.FunctionSpec;
import dev.millrace.json.declarative.Topics;
import dev.millrace.runtime.FunctionRegistry.Entry;
import dev.millrace.runtime.config.ConfigurationException;
import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.config.InputTopics;
import dev.millrace.runtime.config.KafkaSettings;
import dev.millrace.runtime.config.MillraceConfig;
import dev.millrace.runtime.config.MillraceConfig.FunctionConfig;
import dev.millrace.runtime.partition.FunctionRuntime;
import dev.millrace.runtime.partition.FunctionStarter;
import dev.millrace.runtime.partition.FunctionStarter.Candidate;
import dev.millrace.runtime.partition.TopicWatch.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The functions of a pod: which there are, which run, and why one does not. A function that cannot
 * start does not keep the others from running; it is tried again.
 */
final class Pod {
  private static final Logger LOG = Logger.getLogger(Pod.class);
  private static final long ROUND_MS = 1_000;
  private static final int ROUNDS_PER_TRY = 5;

  /** Until the next try has failed, too. */
  private static final Duration REPORT = Duration.ofSeconds(30);

  private final List<Candidate> candidates;
  private final Map<String, FunctionRuntime> running = new ConcurrentSkipListMap<>();
  private final Map<String, String> problems = new ConcurrentSkipListMap<>();
  private final List<Thread> stops = new ArrayList<>();
  private volatile boolean stopping;

  private Pod(List<Candidate> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  /**
   * Resolves the settings of all functions.
   *
   * @throws ConfigurationException if one is wrong
   */
  static Pod of(FunctionRegistry registry, MillraceConfig config, KafkaSettings kafka) {
    List<Candidate> candidates = new ArrayList<>();
    for (Entry entry : registry.entries()) {
      FunctionConfig own = config.functions().get(entry.name());
      if (own == null || own.enabled()) {
        candidates.add(candidate(entry, own, config, kafka));
      }
    }
    for (String name : config.functions().keySet()) {
      if (!registry.names().contains(name)) {
        throw new ConfigurationException(
            "Expected a function for its settings, but there is none of that name:"
                + " quarkus.millrace.functions.\""
                + name
                + "\", functions="
                + registry.names()
                + ".");
      }
    }
    kafka.checkChannels(registry.names());
    return new Pod(candidates);
  }

  private static Candidate candidate(
      Entry entry, @Nullable FunctionConfig own, MillraceConfig config, KafkaSettings kafka) {
    FunctionSettings settings =
        FunctionSettings.resolve(
            config, own, entry.name(), topics(entry, config.namespace(), kafka));
    FunctionSpec spec = overridden(entry.definitions().get().spec(), own);
    return new Candidate(settings, spec, () -> overridden(entry.definitions().get(), own));
  }

  private static FunctionSettings.Topics topics(
      Entry entry, String namespace, KafkaSettings kafka) {
    String name = entry.name();
    Topics own = entry.topics();
    List<String> unless = own == null || own.inputs().isEmpty() ? List.of(name) : own.inputs();
    var topics =
        new FunctionSettings.Topics(
            kafka.incomingTopics(name, unless),
            kafka.outgoingTopic(name, or(own == null ? null : own.output(), name + "-panes")),
            kafka.outgoingTopic(
                name + "-late", or(own == null ? null : own.late(), name + "-late")),
            kafka.outgoingTopic(
                name + "-dead-letters",
                or(own == null ? null : own.deadLetter(), name + "-dead-letters")),
            namespace + "." + name + ".rekey");
    return InputTopics.check(name, topics);
  }

  private static String or(@Nullable String text, String otherwise) {
    return text == null ? otherwise : text;
  }

  private static <E, A, R> FunctionDefinition<E, A, R> overridden(
      FunctionDefinition<E, A, R> d, @Nullable FunctionConfig own) {
    return d.withSpec(overridden(d.spec(), own));
  }

  private static FunctionSpec overridden(FunctionSpec spec, @Nullable FunctionConfig own) {
    return own == null ? spec : spec.withTime(FunctionSettings.override(spec.time(), own));
  }

  /**
   * Starts all functions, those that cannot start again and again, and those whose topics changed
   * anew. Blocks until the pod stops.
   */
  void run(FunctionStarter starter) {
    for (int round = 0; !stopping; round++) {
      for (Candidate candidate : candidates) {
        FunctionRuntime function = running.get(candidate.settings().name());
        if (function == null && round % ROUNDS_PER_TRY == 0 && !stopping) {
          start(starter, candidate);
        } else if (function != null) {
          stopIfChanged(function);
        }
      }
      pause();
    }
  }

  /** The start that follows decides what the change means: a refusal, or going on. */
  private void stopIfChanged(FunctionRuntime function) {
    Change change = function.change();
    Thread stop = change == null ? null : leave(function);
    if (change != null && stop != null) {
      problems.put(function.context().settings().name(), change.what());
      LOG.warnf("%s The function is stopped and started anew.", change.what());
      await(stop);
    }
  }

  private void start(FunctionStarter starter, Candidate candidate) {
    String name = candidate.settings().name();
    try {
      FunctionRuntime function = starter.start(candidate);
      if (!join(name, function)) {
        stop(function);
        return;
      }
      problems.remove(name);
      LOG.infof(
          "Started: function=%s, input=%s, panes=%s, boundary=%s",
          name,
          String.join(",", candidate.settings().topics().inputs()),
          candidate.settings().topics().panes(),
          starter.runtime().guarantee() == Guarantee.EXACTLY_ONCE
              ? "exactly once from input topic to output topic, for read_committed readers;"
                  + " anything else your code does happens at least once"
              : "at least once; repeated panes have the same key, window and pane index");
    } catch (RuntimeException | Error e) {
      String problem = starter.kafka().failures(candidate.settings()).explain(e);
      starter.report(candidate, e, problem, REPORT);
      if (!problem.equals(problems.put(name, problem))) {
        LOG.errorf("Function %s does not start: %s It is tried again.", name, problem);
        LOG.debug("The error", e);
      }
    }
  }

  /** Says why no function has started yet. */
  void waiting(String reason) {
    names().forEach(name -> problems.put(name, reason));
  }

  private void pause() {
    long slices = ROUND_MS / 100;
    for (long i = 0; i < slices && !stopping; i++) {
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stopping = true;
      }
    }
  }

  /** The functions that run, by name. */
  Map<String, FunctionRuntime> running() {
    return running;
  }

  /** Why functions do not run, by name. */
  Map<String, String> problems() {
    return problems;
  }

  /** Whether all functions run, with all partitions that they were given. */
  boolean isStarted() {
    return running.size() == candidates.size()
        && running.values().stream().allMatch(FunctionRuntime::isStarted);
  }

  /** A number that is another one when records were read, or a checkpoint was taken. */
  long workDone() {
    return running.values().stream()
        .flatMap(function -> function.runners().stream())
        .mapToLong(runner -> runner.counts().records() + runner.gauges().checkpoints.get())
        .sum();
  }

  /** Names of all functions that should run. */
  List<String> names() {
    return candidates.stream().map(c -> c.settings().name()).toList();
  }

  /** Whether a function that has started is to run: not if the pod stops by now. */
  private synchronized boolean join(String name, FunctionRuntime function) {
    if (stopping) {
      return false;
    }
    running.put(name, function);
    return true;
  }

  /** Begins to stop one function; null if the pod stops all of them by now. */
  private synchronized @Nullable Thread leave(FunctionRuntime function) {
    String name = function.context().settings().name();
    return !stopping && running.remove(name, function) ? beginStop(function) : null;
  }

  /** In a thread of its own: a function that hangs in a client delays no other. */
  private synchronized Thread beginStop(FunctionRuntime function) {
    Thread stop = new Thread(() -> stop(function), "millrace-stop");
    stop.start();
    stops.removeIf(other -> !other.isAlive());
    stops.add(stop);
    return stop;
  }

  /** Stops all functions in order, at the same time. */
  void stop() {
    List<Thread> all;
    synchronized (this) {
      stopping = true;
      running.values().forEach(this::beginStop);
      all = List.copyOf(stops);
    }
    all.forEach(Pod::await);
  }

  private static void stop(FunctionRuntime function) {
    function.stop();
    function.close();
  }

  private static void await(Thread stop) {
    try {
      stop.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
