package dev.millrace.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What an application finds in its environment. Other users of the machine see the arguments of a
 * process, but not its environment.
 */
public final class EnvironmentVariables {
  private static final Map<String, String> ALLOCATOR =
      Map.of(
          "MALLOC_ARENA_MAX", "2",
          "MALLOC_MMAP_THRESHOLD_", "65536",
          "MALLOC_TRIM_THRESHOLD_", "131072");

  private EnvironmentVariables() {}

  /** Keep glibc from holding what RocksDB's threads have freed; less what is set already. */
  public static Map<String, String> ofAllocator() {
    Map<String, String> all = new LinkedHashMap<>(ALLOCATOR);
    all.keySet().removeAll(System.getenv().keySet());
    return all;
  }

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
