package dev.millrace.runtime.partition;

import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.Guarantee;
import dev.millrace.runtime.config.KafkaFailures;
import dev.millrace.runtime.config.KafkaSettings;
import dev.millrace.runtime.config.StartFrom;
import dev.millrace.runtime.emit.AtLeastOnceOutput;
import dev.millrace.runtime.emit.KafkaTransaction;
import dev.millrace.runtime.emit.KafkaTransaction.Limit;
import dev.millrace.runtime.emit.OutputTransaction;
import dev.millrace.runtime.emit.RecordLimits;
import dev.millrace.runtime.faults.Failpoints;
import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.position.KnownPositions.LogRange;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Makes the Kafka clients of a function, and asks Kafka what the start of a partition needs. */
public final class KafkaClients implements KafkaAccess {
  private static final int TIMEOUT_S = 30;
  private static final Duration CLOSE = Duration.ofSeconds(1);
  private static final int DEFAULT_MAX_REQUEST = 1_048_576;
  private static final long DEFAULT_TRANSACTION_MS = 60_000;

  /** A pane is seen when it is sent, so it waits for no others but those of its firing. */
  private static final int LINGER_MS = 1;

  /** Results come one by one, with each record: a batch is worth waiting for. */
  private static final int LINGER_OF_RESULTS_MS = 5;

  /** Nobody sees a record before the commit, which sends what is left: so batches may fill. */
  private static final int LINGER_IN_TRANSACTION_MS = 100;

  /** A fourth of the producer's usual buffer: a larger one is for the user to set with that. */
  private static final int LARGEST_REQUEST = 8 << 20;

  private final KafkaSettings kafka;
  private final FunctionSettings function;
  private final Admin admin;
  private final Clocks clocks;
  private final int lingerMs;
  private volatile RecordLimits limits =
      new RecordLimits(Map.of(), DEFAULT_MAX_REQUEST, DEFAULT_MAX_REQUEST);

  /**
   * Clients of a function.
   *
   * @param isStateless whether it has no windows
   */
  public KafkaClients(
      KafkaSettings kafka, FunctionSettings function, boolean isStateless, Clocks clocks) {
    this.lingerMs = isStateless ? LINGER_OF_RESULTS_MS : LINGER_MS;
    this.clocks = clocks;
    this.kafka = kafka;
    this.function = function;
    this.admin = Admin.create(kafka.admin(function.name()));
  }

  /** The admin client. */
  public Admin admin() {
    return admin;
  }

  /** A consumer for the partitions that a pod has of the function. */
  public Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(kafka.consumer(function.name(), function.group()));
  }

  @Override
  public KafkaFailures failures() {
    return kafka.failures(function);
  }

  /** The topics take no larger records than these. */
  public void limitRecords(Map<String, Integer> bytesByTopic) {
    Object own = kafka.producer(function.name()).get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    int largest = own == null ? LARGEST_REQUEST : Integer.parseInt(own.toString());
    limits = new RecordLimits(bytesByTopic, DEFAULT_MAX_REQUEST, largest);
  }

  @Override
  public OutputTransaction open(
      String transactionalId, Guarantee guarantee, ConsumerGroupMetadata group) {
    Map<String, Object> properties = new HashMap<>(kafka.producer(function.name()));
    properties.putIfAbsent(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Math.max(DEFAULT_MAX_REQUEST, limits.greatest()));
    properties.putIfAbsent(
        ProducerConfig.LINGER_MS_CONFIG,
        guarantee == Guarantee.AT_LEAST_ONCE ? lingerMs : LINGER_IN_TRANSACTION_MS);
    if (guarantee == Guarantee.AT_LEAST_ONCE) {
      KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties);
      return new AtLeastOnceOutput(producer, this::write, function.group(), limits);
    }
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(properties);
    try {
      producer.initTransactions();
    } catch (RuntimeException e) {
      producer.close();
      throw e;
    }
    return new KafkaTransaction(
        producer, group, limits, new Limit(timeoutMs(properties), clocks::monotonicMs));
  }

  private CompletionStage<?> write(TopicPartition partition, OffsetAndMetadata position) {
    return admin
        .alterConsumerGroupOffsets(function.group(), Map.of(partition, position))
        .all()
        .toCompletionStage();
  }

  private static long timeoutMs(Map<String, Object> properties) {
    Object own = properties.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    return own == null ? DEFAULT_TRANSACTION_MS : Long.parseLong(own.toString());
  }

  @Override
  public @Nullable OffsetAndMetadata groupOffset(TopicPartition partition) {
    return groupOffsets().get(partition);
  }

  /** All committed offsets of the group. */
  Map<TopicPartition, OffsetAndMetadata> groupOffsets() {
    return get(
        admin
            .listConsumerGroupOffsets(
                Map.of(function.group(), new ListConsumerGroupOffsetsSpec()),
                new ListConsumerGroupOffsetsOptions().requireStable(true))
            .partitionsToOffsetAndMetadata(function.group()));
  }

  @Override
  public boolean exists(String topic) {
    try {
      return get(admin.describeTopics(List.of(topic)).allTopicNames()).containsKey(topic);
    } catch (UnknownTopicOrPartitionException | InvalidTopicException e) {
      return false;
    }
  }

  @Override
  public LogRange range(TopicPartition partition) {
    // Both are asked for before either is waited for.
    ListOffsetsResult first = list(partition, OffsetSpec.earliest());
    ListOffsetsResult next = list(partition, OffsetSpec.latest());
    return new LogRange(offset(partition, first), offset(partition, next));
  }

  @Override
  public long startOffset(TopicPartition partition, StartFrom from) {
    if (from instanceof StartFrom.Earliest) {
      return offset(partition, OffsetSpec.earliest());
    }
    if (from instanceof StartFrom.At at) {
      long offset = offset(partition, OffsetSpec.forTimestamp(at.time().toEpochMilli()));
      return offset >= 0 ? offset : offset(partition, OffsetSpec.latest());
    }
    return offset(partition, OffsetSpec.latest());
  }

  @Override
  public void deleteBefore(TopicPartition partition, long offset) {
    Failpoints.hit("forget.before");
    get(admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset))).all());
    Failpoints.hit("forget.after");
  }

  private ListOffsetsResult list(TopicPartition partition, OffsetSpec spec) {
    return admin.listOffsets(
        Map.of(partition, spec), new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED));
  }

  private long offset(TopicPartition partition, OffsetSpec spec) {
    return offset(partition, list(partition, spec));
  }

  private static long offset(TopicPartition partition, ListOffsetsResult listed) {
    try {
      return get(listed.partitionResult(partition)).offset();
    } catch (TopicAuthorizationException e) {
      throw new TopicAuthorizationException(Set.of(partition.topic()));
    }
  }

  /** Waits for an answer of the admin client. */
  public static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get(TIMEOUT_S, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new KafkaException("Expected an answer from Kafka, but got an error", e);
    } catch (TimeoutException e) {
      throw new org.apache.kafka.common.errors.TimeoutException(
          "Expected an answer from Kafka within " + TIMEOUT_S + " s, but got none.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new org.apache.kafka.common.errors.InterruptException(e);
    }
  }

  /** What waits for an answer gets none: without a limit it would be waited for, broker or not. */
  @Override
  public void close() {
    admin.close(CLOSE);
  }
}
