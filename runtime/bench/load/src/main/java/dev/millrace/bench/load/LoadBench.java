package dev.millrace.bench.load;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * W1: tumbling sum over five minutes, 30 s of lateness, by record key, exactly once. Arguments: the
 * stock application's jar, events, keys, Zipf's exponent (0: uniform), rounds.
 */
public final class LoadBench {
  private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC");
  private static final List<String> ONE_CORE = List.of("taskset", "-c", "1");

  private final Path folder;
  private final String java = ProcessHandle.current().info().command().orElse("java");

  private LoadBench(Path folder) {
    this.folder = folder;
  }

  /** Runs the rounds and prints a table. */
  public static void main(String[] args) throws Exception {
    new LoadBench(Files.createTempDirectory("load-bench"))
        .run(
            args[0],
            new Workload(
                1, Long.parseLong(args[1]), Integer.parseInt(args[2]), Double.parseDouble(args[3])),
            Integer.parseInt(args[4]));
  }

  private void run(String jar, Workload workload, int rounds) throws Exception {
    try (var broker = new KafkaBroker(folder.resolve("kafka"));
        var redis = new RedisServer(folder.resolve("redis"))) {
      broker.start();
      redis.start();
      try (var topics = new TestTopics(broker.address())) {
        topics.create(TestTopics.INPUT);
        Truth truth = topics.fill(workload);
        System.out.printf("%s, panes=%d, logs in %s%n", workload, truth.panes(), folder);
        System.out.println(
            "| runner | round | events per CPU-second, warmed half | CPU s | wall s | first record s | peak MiB |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (int round = 1; round <= rounds; round++) {
          measure(naive(broker.address(), round), topics, truth, workload, round);
          measure(millrace(jar, broker, redis, round), topics, truth, workload, round);
        }
      }
    }
  }

  private void measure(Runner runner, TestTopics topics, Truth truth, Workload workload, int round)
      throws IOException, InterruptedException, ExecutionException {
    topics.create(runner.output());
    Path log = folder.resolve(runner.name() + "-" + round + ".log");
    long records = workload.events() + TestTopics.END_RECORDS * TestTopics.PARTITIONS;
    Runner.Result result = runner.run(topics, records, log);
    truth.check(topics, runner.output());
    System.out.printf(
        "| %s | %d | %,d | %.1f | %.1f | %.1f | %d |%n",
        runner.name(),
        round,
        result.warmPerCpuSecond(),
        result.cpuSeconds(),
        result.wallMs() / 1e3,
        result.firstMs() / 1e3,
        result.peakMib());
  }

  private Runner naive(String bootstrap, int round) {
    List<String> command = new ArrayList<>(ONE_CORE);
    command.add(java);
    command.addAll(HEAP);
    String output = "naive-panes-" + round;
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            NaiveLoop.class.getName(),
            bootstrap,
            "naive-" + round,
            output));
    return new Runner("naive", "naive-" + round, output, command);
  }

  private Runner millrace(String jar, KafkaBroker broker, RedisServer redis, int round)
      throws IOException {
    String function = "w1-" + round;
    Path document =
        Files.writeString(
            folder.resolve(function + ".yaml"),
            """
            name: %s
            eventTime: {field: at, format: epoch-millis}
            window: {tumbling: {size: 5m}}
            watermarks: {outOfOrderness: 30s, idleTimeout: never}
            aggregates: {total: {sum: amount}}
            topics: {input: %s, output: %s-panes}
            output: {times: epoch-millis}
            """
                .formatted(function, TestTopics.INPUT, function));
    List<String> command = new ArrayList<>(ONE_CORE);
    command.add(java);
    command.addAll(HEAP);
    String more = System.getProperty("bench.jvm", "");
    if (!more.isEmpty()) {
      command.addAll(List.of(more.split(" ", -1)));
    }
    command.add("-Dkafka.bootstrap.servers=" + broker.address());
    command.add("-Dquarkus.redis.hosts=" + redis.uri());
    command.add("-Dquarkus.http.port=0");
    command.add("-Dquarkus.millrace.document=" + document);
    command.add("-Dquarkus.millrace.state.directory=" + folder.resolve(function));
    command.add("-Dquarkus.millrace.checkpoints.location=" + folder.resolve("checkpoints").toUri());
    command.addAll(List.of("-jar", jar));
    return new Runner("millrace", "default." + function, function + "-panes", command);
  }
}
