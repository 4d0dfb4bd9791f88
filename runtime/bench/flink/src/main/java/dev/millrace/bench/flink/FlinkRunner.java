package dev.millrace.bench.flink;

import dev.millrace.bench.events.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * Flink in one process, with RocksDB and incremental checkpoints every 10 s; goes on from the last
 * checkpoint in its folder. Arguments: brokers, group, input, output, shape, guarantee, folder of
 * its checkpoints, seconds of silence after which a partition is passed over or 0 for never.
 */
public final class FlinkRunner {
  private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);

  /** Below the broker's limit of 15 minutes, over which the sink's default goes. */
  private static final int TRANSACTION_TIMEOUT_MS = 600_000;

  private FlinkRunner() {}

  /** Runs until it is killed. */
  public static void main(String[] args) throws Exception {
    boolean exactlyOnce = args[5].equals("exactly-once");
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(1, config(args[6], exactlyOnce));
    Shape shape = Shape.valueOf(args[4]);
    DataStream<Tuple3<String, Long, Integer>> purchases =
        env.fromSource(
            source(args[0], args[1], args[2]),
            shape == Shape.STATELESS
                ? WatermarkStrategy.noWatermarks()
                : watermarks(Integer.parseInt(args[7])),
            "purchases");
    results(purchases, shape).sinkTo(sink(args[0], args[1], args[3], exactlyOnce));
    env.execute(args[1]);
  }

  private static DataStream<Tuple2<String, byte[]>> results(
      DataStream<Tuple3<String, Long, Integer>> purchases, Shape shape) {
    return shape == Shape.STATELESS
        ? purchases.filter(purchase -> purchase.f2 >= Shape.LARGE).map(new ToRow())
        : purchases
            .keyBy(purchase -> purchase.f0)
            .window(windows(shape))
            .aggregate(new Total(shape), new ToPane());
  }

  private static Configuration config(String folder, boolean exactlyOnce) throws IOException {
    Configuration config = new Configuration();
    config.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    config.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
    config.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, Path.of(folder).toUri().toString());
    config.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
    config.set(
        CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
        exactlyOnce ? CheckpointingMode.EXACTLY_ONCE : CheckpointingMode.AT_LEAST_ONCE);
    config.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    config.set(PipelineOptions.OBJECT_REUSE, true);
    config.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
    newestCheckpoint(Path.of(folder))
        .ifPresent(
            checkpoint ->
                config.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint.toUri().toString()));
    return config;
  }

  private static Optional<Path> newestCheckpoint(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(f -> f.getFileName().toString().equals("_metadata"))
          .max(Comparator.comparingLong(f -> f.toFile().lastModified()))
          .map(Path::getParent);
    }
  }

  private static KafkaSource<Tuple3<String, Long, Integer>> source(
      String bootstrap, String group, String input) {
    return KafkaSource.<Tuple3<String, Long, Integer>>builder()
        .setBootstrapServers(bootstrap)
        .setGroupId(group)
        .setTopics(input)
        .setStartingOffsets(OffsetsInitializer.earliest())
        .setDeserializer(KafkaRecordDeserializationSchema.valueOnly(new PurchaseSchema()))
        .build();
  }

  private static WatermarkStrategy<Tuple3<String, Long, Integer>> watermarks(int idleSeconds) {
    WatermarkStrategy<Tuple3<String, Long, Integer>> strategy =
        WatermarkStrategy.<Tuple3<String, Long, Integer>>forBoundedOutOfOrderness(
                Duration.ofMillis(Shape.LATENESS_MS))
            .withTimestampAssigner((purchase, recordMs) -> purchase.f1);
    return idleSeconds == 0 ? strategy : strategy.withIdleness(Duration.ofSeconds(idleSeconds));
  }

  private static WindowAssigner<Object, TimeWindow> windows(Shape shape) {
    return switch (shape) {
      case TUMBLING -> TumblingEventTimeWindows.of(Duration.ofMillis(Shape.TUMBLING_MS));
      case SLIDING ->
          SlidingEventTimeWindows.of(
              Duration.ofMillis(Shape.SLIDING_MS), Duration.ofMillis(Shape.SLIDE_MS));
      case SESSION -> EventTimeSessionWindows.withGap(Duration.ofMillis(Shape.GAP_MS));
      case STATELESS ->
          throw new IllegalArgumentException("Expected a shape with windows: " + shape);
    };
  }

  private static KafkaSink<Tuple2<String, byte[]>> sink(
      String bootstrap, String group, String output, boolean exactlyOnce) {
    return KafkaSink.<Tuple2<String, byte[]>>builder()
        .setBootstrapServers(bootstrap)
        .setDeliveryGuarantee(
            exactlyOnce ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.AT_LEAST_ONCE)
        .setTransactionalIdPrefix(group)
        .setProperty("transaction.timeout.ms", Integer.toString(TRANSACTION_TIMEOUT_MS))
        .setRecordSerializer(new PaneSchema(output))
        .build();
  }
}
