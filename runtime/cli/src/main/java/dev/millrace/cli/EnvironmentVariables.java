package dev.millrace.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Configuration as an application finds it in its environment. Other users of the machine see the
 * arguments of a process, but not its environment.
 */
final class EnvironmentVariables {
  private EnvironmentVariables() {}

  /**
   * Variables for properties, named by the rule of MicroProfile Config: {@code kafka.ssl.key} is
   * {@code KAFKA_SSL_KEY}. It suits names in lower case whose words dots separate.
   */
  static Map<String, String> of(Map<String, String> properties) {
    Map<String, String> all = new LinkedHashMap<>();
    properties.forEach((name, value) -> all.put(variable(name), value));
    return all;
  }

  private static String variable(String property) {
    return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}
