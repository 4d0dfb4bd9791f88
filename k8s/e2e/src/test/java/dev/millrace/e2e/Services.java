package dev.millrace.e2e;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.Ports;
import dev.millrace.services.RedisServer;
import dev.millrace.services.S3Server;
import java.nio.file.Path;
import java.util.Map;

/** Kafka, Redis and an S3 server that pods reach at the machine's address in the testbed. */
final class Services implements AutoCloseable {
  private static final String BUCKET = "millrace";

  private final String host;
  private final String kafkaForPods;
  private final KafkaBroker kafka;
  private final RedisServer redis;
  private final S3Server s3;

  Services(String host, Path folder) {
    this.host = host;
    kafkaForPods = host + ":" + Ports.free();
    kafka = new KafkaBroker(folder.resolve("kafka"), listeners(kafkaForPods), Map.of());
    redis =
        new RedisServer(
            folder.resolve("redis"), "--bind", "127.0.0.1", host, "--protected-mode", "no");
    s3 = new S3Server(folder.resolve("s3"), "millrace", "millrace-secret").at(host);
    kafka.start();
    redis.start();
    s3.start();
    s3.createBucket(BUCKET);
  }

  /** One for this machine and one for pods. */
  private static Map<String, String> listeners(String pods) {
    int controller = Ports.free();
    String clients = "PLAINTEXT://127.0.0.1:${port},PODS://" + pods;
    return Map.of(
        "controller.quorum.voters",
        "1@127.0.0.1:" + controller,
        "listeners",
        clients + ",CONTROLLER://127.0.0.1:" + controller,
        "advertised.listeners",
        clients,
        "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT,PODS:PLAINTEXT,CONTROLLER:PLAINTEXT");
  }

  /** Bootstrap servers for this machine. */
  String kafka() {
    return kafka.address();
  }

  /** The credentials of the samples' Secret. */
  Map<String, String> secret() {
    return Map.of("access-key-id", s3.accessKey(), "secret-access-key", s3.secretKey());
  }

  /** A sample with the addresses of these services instead of its own. */
  String in(String sample) {
    return sample
        .replace("kafka.kafka.svc:9092", kafkaForPods)
        .replace(
            "redis.redis.svc:6379",
            host + redis.address().substring(redis.address().lastIndexOf(':')))
        .replace("http://minio.minio.svc:9000", s3.address());
  }

  @Override
  public void close() {
    kafka.close();
    redis.close();
    s3.close();
  }
}
