package dev.millrace.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One broker, one Redis and one S3 server for all tests of a JVM, each started when it is first
 * asked for and stopped with the JVM. Tests keep apart by the names of their topics, functions and
 * buckets. The folder is {@code target/services} of the module under test, unless the system
 * property {@value #FOLDER_PROPERTY} says otherwise.
 */
public final class SharedServices {
  static final String FOLDER_PROPERTY = "millrace.services.dir";

  private static @Nullable KafkaBroker kafka;
  private static @Nullable RedisServer redis;
  private static @Nullable S3Server s3;

  private SharedServices() {}

  /** The running broker. */
  public static synchronized KafkaBroker kafka() {
    if (kafka == null) {
      kafka = started(new KafkaBroker(folder("kafka")));
    }
    return kafka;
  }

  /** The running Redis. */
  public static synchronized RedisServer redis() {
    if (redis == null) {
      redis = started(new RedisServer(folder("redis")));
    }
    return redis;
  }

  /** The running S3 server. */
  public static synchronized S3Server s3() {
    if (s3 == null) {
      s3 = started(new S3Server(folder("s3"), "millrace", "millrace-secret"));
    }
    return s3;
  }

  private static <S extends LocalService> S started(S service) {
    service.start();
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    return service;
  }

  private static Path folder(String name) {
    Path base = Path.of(System.getProperty(FOLDER_PROPERTY, "target/services"));
    try {
      return Files.createTempDirectory(Files.createDirectories(base), name + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
