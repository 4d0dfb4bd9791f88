package dev.millrace.services;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A broker, a Redis and an S3 server for whoever wants to share no class with them. Prints where
 * they are, a line each, then {@code ready}; runs until its standard input ends.
 *
 * <pre>
 * ServicesMain FOLDER [SETTINGS]
 * </pre>
 *
 * <p>Settings are a properties file: {@code kafka.<server property>}, and {@code redis.options},
 * which are parted by blanks.
 */
public final class ServicesMain {
  private static final String KAFKA = "kafka.";

  private ServicesMain() {}

  /** Starts them, and waits for the end of the input. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]).toAbsolutePath();
    Properties settings = settings(args);
    String redisOptions = settings.getProperty("redis.options", "").strip();
    try (KafkaBroker kafka =
            new KafkaBroker(folder.resolve("kafka"), serverProperties(settings), Map.of());
        RedisServer redis =
            new RedisServer(
                folder.resolve("redis"),
                redisOptions.isEmpty() ? new String[0] : redisOptions.split("\\s+"));
        S3Server s3 = new S3Server(folder.resolve("s3"), "millrace", "millrace-secret")) {
      kafka.start();
      redis.start();
      s3.start();
      System.out.println("kafka=" + kafka.address());
      System.out.println("redis=" + redis.address());
      System.out.println("s3=" + s3.address());
      System.out.println("s3.objects=" + s3.objects());
      System.out.println("s3.accessKey=" + s3.accessKey());
      System.out.println("s3.secretKey=" + s3.secretKey());
      System.out.println("ready");
      awaitEndOfInput();
    }
  }

  private static Properties settings(String[] args) throws IOException {
    Properties settings = new Properties();
    if (args.length > 1) {
      try (BufferedReader file = Files.newBufferedReader(Path.of(args[1]))) {
        settings.load(file);
      }
    }
    return settings;
  }

  private static Map<String, String> serverProperties(Properties settings) {
    Map<String, String> kafka = new TreeMap<>();
    for (String name : settings.stringPropertyNames()) {
      if (name.startsWith(KAFKA)) {
        kafka.put(name.substring(KAFKA.length()), settings.getProperty(name));
      }
    }
    return kafka;
  }

  private static void awaitEndOfInput() throws IOException {
    InputStream in = System.in;
    byte[] ignored = new byte[64];
    while (in.read(ignored) >= 0) {
      // what is said does not matter
    }
  }
}
