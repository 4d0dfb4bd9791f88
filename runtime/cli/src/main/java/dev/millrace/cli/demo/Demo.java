package dev.millrace.cli.demo;

import dev.millrace.cli.ApiAccess;
import dev.millrace.cli.Application;
import dev.millrace.cli.CliException;
import dev.millrace.cli.LocalStack;
import dev.millrace.cli.Output;
import dev.millrace.cli.kafka.TopicReader;
import dev.millrace.cli.kafka.Topics;
import dev.millrace.cli.reconcile.FunctionCatalog;
import dev.millrace.cli.reconcile.LogReconciliation;
import dev.millrace.cli.reconcile.Reconciler;
import dev.millrace.cli.reconcile.Reconciliation;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The demo: a month of flight reports through two functions in processes of their own, one of which
 * is killed half-way and started again; then all is recomputed and compared.
 */
final class Demo implements AutoCloseable {
  static final String REKEYED = "carrier-hours";
  static final String BY_RECORD_KEY = "flight-days";
  private static final List<String> FUNCTIONS = List.of(REKEYED, BY_RECORD_KEY);
  private static final String INPUT = "flights";
  private static final String APPLICATION = "functions/samples/flights";
  private static final Duration FEED = Duration.ofSeconds(20);
  private static final Duration CLOSING = Duration.ofSeconds(90);
  private static final Duration STEP = Duration.ofMillis(250);

  /** All of the month's windows end before this; nothing of what closes them does. */
  private static final long UNTIL_MS = Instant.parse("2013-02-02T00:00:00Z").toEpochMilli();

  private static final int EXAMPLES = 10;

  private final Output output;
  private final DemoView view;
  private final LocalStack stack;
  private final DemoTopics topics = DemoTopics.of(INPUT, FUNCTIONS);
  private final List<FunctionProcess> processes = new ArrayList<>();
  private final ApiAccess api = ApiAccess.random();
  private final Application application = Application.ofSourceTree(APPLICATION);

  Demo(Output output, Path folder) {
    this.output = output;
    this.view = new DemoView(output);
    this.stack = new LocalStack(folder);
    for (String function : FUNCTIONS) {
      List<String> others = FUNCTIONS.stream().filter(other -> !other.equals(function)).toList();
      processes.add(
          new FunctionProcess(
              application, stack, folder.resolve(DemoFolder.FUNCTIONS), function, others, api));
    }
  }

  /** Runs it all. */
  DemoResult run() {
    start();
    FlightFeed feed = new FlightFeed(stack.kafkaProperties(), INPUT, FEED);
    List<FunctionStatus> last;
    try (Observer observer = new Observer(stack, topics)) {
      Thread feeding = new Thread(feed, "feed");
      feeding.setDaemon(true);
      feeding.start();
      follow(observer, feed, feed.total() / 2);
      crash();
      follow(observer, feed, feed.total());
      last = awaitClosed(observer, feed);
    }
    view.clear();
    return reconcile(last, feed.total());
  }

  private void start() {
    view.say("starting Kafka and Redis");
    stack.start();
    Topics.create(stack.kafkaProperties(), topics.wanted());
    view.say("starting the functions: " + String.join(", ", FUNCTIONS));
    processes.forEach(FunctionProcess::launch);
    processes.forEach(FunctionProcess::awaitReady);
  }

  private void follow(Observer observer, FlightFeed feed, int until) {
    while (feed.sent() < until) {
      observer.watch(STEP);
      show(observer, feed);
      requireHealthy(feed);
    }
  }

  private List<FunctionStatus> show(Observer observer, FlightFeed feed) {
    List<FunctionStatus> now = FUNCTIONS.stream().map(observer::status).toList();
    view.show(feed, now, processes);
    return now;
  }

  /** SIGKILL, and a new process of the same function at once. */
  private void crash() {
    FunctionProcess victim = processes.get(0);
    long pid = victim.pid();
    victim.killHard();
    view.say("killed " + victim.function() + " with -9 (pid " + pid + "), starting it again");
    victim.launch();
  }

  private List<FunctionStatus> awaitClosed(Observer observer, FlightFeed feed) {
    long deadline = System.nanoTime() + CLOSING.toNanos();
    while (true) {
      observer.watch(STEP);
      List<FunctionStatus> now = show(observer, feed);
      requireHealthy(feed);
      if (feed.isDone() && now.stream().allMatch(status -> status.hasClosed(UNTIL_MS))) {
        return now;
      }
      if (System.nanoTime() - deadline > 0) {
        view.clear();
        throw new CliException(
            "Expected all windows of the month to close, but they did not within "
                + CLOSING.toSeconds()
                + " s: "
                + now
                + ". See the logs: "
                + processes.stream().map(FunctionProcess::log).toList());
      }
    }
  }

  private void requireHealthy(FlightFeed feed) {
    Exception failure = feed.failure();
    if (failure != null) {
      throw new CliException("Expected to feed the month, but Kafka refused: " + failure, failure);
    }
    for (FunctionProcess process : processes) {
      if (!process.isAlive()) {
        view.clear();
        throw new CliException(
            "Expected a function to run, but it ended: function="
                + process.function()
                + ", log="
                + process.log()
                + "\n"
                + process.logTail());
      }
    }
  }

  private DemoResult reconcile(List<FunctionStatus> last, int reports) {
    long start = System.nanoTime();
    List<Reconciliation> outcomes = new ArrayList<>();
    long rows = 0;
    long wrongRows = 0;
    try (FunctionCatalog catalog = FunctionCatalog.ofApplication(application);
        TopicReader reader = new TopicReader(stack.kafkaProperties())) {
      LogReconciliation log = new LogReconciliation(reader, output);
      for (String function : FUNCTIONS) {
        Reconciler<?, ?, ?> reconciler =
            log.read(catalog.define(function), catalog.topics(function));
        outcomes.add(reconciler.compare(Long.MIN_VALUE, UNTIL_MS, EXAMPLES));
        if (function.equals(REKEYED)) {
          Truth truth = new Truth();
          rows = truth.rows();
          wrongRows = truth.differences(reconciler.emitted(), UNTIL_MS);
        }
      }
    }
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    return new DemoResult(reports, last, outcomes, rows, wrongRows, tookMs);
  }

  LocalStack stack() {
    return stack;
  }

  ApiAccess api() {
    return api;
  }

  List<FunctionProcess> processes() {
    return processes;
  }

  /** Lets all processes outlive this one. */
  void keep() {
    stack.keep();
    processes.forEach(FunctionProcess::keep);
  }

  @Override
  public void close() {
    processes.forEach(FunctionProcess::close);
    stack.close();
  }
}
