package dev.millrace.services;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Configuration files of the servers. */
final class ServiceFiles {
  private static final String LOGBACK =
      """
      <configuration>
        <statusListener class="ch.qos.logback.core.status.NopStatusListener"/>
        <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{20} %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="out"/></root>
      </configuration>
      """;

  private ServiceFiles() {}

  static void writeProperties(Path file, Map<String, String> values) {
    Properties properties = new Properties();
    properties.putAll(values);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (Writer writer = Files.newBufferedWriter(file)) {
        properties.store(writer, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Log settings: without them logback writes at level DEBUG. */
  static Path writeLogback(Path folder) {
    Path file = folder.resolve("logback.xml");
    try {
      return Files.writeString(file, LOGBACK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
