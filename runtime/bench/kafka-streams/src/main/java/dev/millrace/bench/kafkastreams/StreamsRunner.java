package dev.millrace.bench.kafkastreams;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.bench.events.Pane;
import dev.millrace.bench.events.Purchase;
import dev.millrace.bench.events.Shape;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.StreamsConfig.InternalConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Kafka Streams with its RocksDB stores. Arguments: brokers, application, input, output, shape,
 * guarantee, emission ({@code on-close}, {@code suppress}, {@code on-update}, {@code as-it-is} for
 * on close with nothing set for it, {@code retention} for on close with windows kept for two days),
 * key ({@code record}, {@code user}), folder of its state.
 */
public final class StreamsRunner {
  private static final Duration RETENTION = Duration.ofDays(2);

  private final Shape shape;
  private final String emission;
  private final boolean byUser;

  private StreamsRunner(Shape shape, String emission, boolean byUser) {
    this.shape = shape;
    this.emission = emission;
    this.byUser = byUser;
  }

  /** Runs until it is killed. */
  public static void main(String[] args) throws InterruptedException {
    StreamsRunner runner =
        new StreamsRunner(Shape.valueOf(args[4]), args[6], args[7].equals("user"));
    Properties config = config(args[0], args[1], args[5].equals("exactly-once"), args[8]);
    if (!args[6].equals("as-it-is")) {
      // It looks for windows that are complete once a second; in a fast replay that is too late,
      // and after the last record never again.
      config.put(InternalConfig.EMIT_INTERVAL_MS_KSTREAMS_WINDOWED_AGGREGATION, 0L);
    }
    KafkaStreams streams = new KafkaStreams(runner.topology(args[2], args[3]), config);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
    new CountDownLatch(1).await();
  }

  /** Its defaults, except for what a user would set for one core, one broker and this data. */
  private static Properties config(
      String bootstrap, String application, boolean exactlyOnce, String folder) {
    Properties config = new Properties();
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
    config.put(StreamsConfig.STATE_DIR_CONFIG, folder);
    config.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
    config.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
    if (exactlyOnce) {
      config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    } else {
      // Its default is 30 s, too long to see from outside how far it is.
      config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 1000);
    }
    return config;
  }

  private Topology topology(String input, String output) {
    StreamsBuilder builder = new StreamsBuilder();
    KStream<String, Purchase> purchases =
        builder.stream(
            input,
            Consumed.with(Serdes.String(), PurchaseSerde.json())
                .withTimestampExtractor(
                    (record, partitionTime) -> ((Purchase) record.value()).atMs()));
    if (shape == Shape.STATELESS) {
      purchases
          .filter((user, purchase) -> purchase.amount() >= Shape.LARGE)
          .map(
              (user, purchase) ->
                  new KeyValue<>(purchase.user().getBytes(UTF_8), Pane.of(purchase).json()))
          .to(output, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    } else {
      writeWindows(purchases, output);
    }
    return builder.build();
  }

  private void writeWindows(KStream<String, Purchase> purchases, String output) {
    KTable<Windowed<String>, Long> totals =
        shape == Shape.SESSION ? sessions(grouped(purchases)) : sums(grouped(purchases));
    long gapMs = shape == Shape.SESSION ? Shape.GAP_MS : 0;
    KTable<Windowed<String>, Long> emitted =
        emission.equals("suppress")
            ? totals.suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
            : totals;
    emitted
        .toStream()
        .filter((window, total) -> total != null)
        .map(
            (window, total) -> {
              Pane pane =
                  new Pane(
                      window.key(), window.window().start(), window.window().end() + gapMs, total);
              return new KeyValue<>(window.key().getBytes(UTF_8), pane.json());
            })
        .to(output, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
  }

  private EmitStrategy strategy() {
    return switch (emission) {
      case "on-close", "as-it-is", "retention" -> EmitStrategy.onWindowClose();
      default -> EmitStrategy.onWindowUpdate();
    };
  }

  private KGroupedStream<String, Purchase> grouped(KStream<String, Purchase> purchases) {
    return byUser
        ? purchases.groupBy(
            (key, purchase) -> purchase.user(),
            Grouped.with(Serdes.String(), PurchaseSerde.compact()))
        : purchases.groupByKey(Grouped.with(Serdes.String(), PurchaseSerde.compact()));
  }

  private KTable<Windowed<String>, Long> sums(KGroupedStream<String, Purchase> grouped) {
    Duration grace = Duration.ofMillis(Shape.LATENESS_MS);
    TimeWindows windows =
        shape == Shape.SLIDING
            ? TimeWindows.ofSizeAndGrace(Duration.ofMillis(Shape.SLIDING_MS), grace)
                .advanceBy(Duration.ofMillis(Shape.SLIDE_MS))
            : TimeWindows.ofSizeAndGrace(Duration.ofMillis(Shape.TUMBLING_MS), grace);
    Materialized<String, Long, WindowStore<Bytes, byte[]>> kept =
        Materialized.with(Serdes.String(), Serdes.Long());
    return grouped
        .windowedBy(windows)
        .emitStrategy(strategy())
        .aggregate(
            () -> 0L,
            (user, purchase, sum) -> sum + shape.value(purchase),
            emission.equals("retention") ? kept.withRetention(RETENTION) : kept);
  }

  private KTable<Windowed<String>, Long> sessions(KGroupedStream<String, Purchase> grouped) {
    return grouped
        .windowedBy(
            SessionWindows.ofInactivityGapAndGrace(
                Duration.ofMillis(Shape.GAP_MS), Duration.ofMillis(Shape.LATENESS_MS)))
        .emitStrategy(strategy())
        .count(Materialized.with(Serdes.String(), Serdes.Long()));
  }
}
