package dev.millrace.cli;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Kafka and Redis of one's own, and a folder for checkpoints, all in one folder. */
public final class LocalStack implements AutoCloseable {
  private final Path folder;
  private final KafkaBroker kafka;
  private final RedisServer redis;

  /** Not started yet. */
  public LocalStack(Path folder) {
    this.folder = folder.toAbsolutePath();
    this.kafka = new KafkaBroker(this.folder.resolve("kafka"));
    this.redis = new RedisServer(this.folder.resolve("redis"));
  }

  /** Starts both; returns when they answer. */
  public void start() {
    CompletableFuture<Void> broker = CompletableFuture.runAsync(kafka::start);
    redis.start();
    broker.join();
  }

  /** Properties of Kafka clients. */
  public Map<String, Object> kafkaProperties() {
    return Map.of("bootstrap.servers", kafka.address());
  }

  /** Properties of an application that connects to these. */
  public Map<String, String> properties() {
    return Map.of("kafka.bootstrap.servers", bootstrap(), "quarkus.redis.hosts", redisUri());
  }

  public String bootstrap() {
    return kafka.address();
  }

  public String redisUri() {
    return redis.uri();
  }

  /** Where checkpoints go. */
  public String checkpoints() {
    return folder.resolve("checkpoints").toUri().toString();
  }

  /** Process ids of the services. */
  public List<Long> pids() {
    return List.of(kafka.pid(), redis.pid());
  }

  /** Lets them outlive this process. */
  public void keep() {
    kafka.keep();
    redis.keep();
  }

  @Override
  public void close() {
    kafka.close();
    redis.close();
  }
}
