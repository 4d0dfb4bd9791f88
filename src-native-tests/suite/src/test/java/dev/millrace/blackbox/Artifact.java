package dev.millrace.blackbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is tested: a native executable, or a jar.
 *
 * @param java the command for a jar; empty: that of this process
 */
record Artifact(Path file, String java) {
  private static final String STOCK = "millrace.artifact";
  private static final String CLASSES = "millrace.artifact.classes";
  private static final String JAVA = "millrace.artifact.java";

  /** Options of the process that both kinds know. */
  private static final String OPTIONS = "millrace.artifact.options";

  /** Whether a jar writes an AOT cache when its process ends. */
  private static final String TRAINS = "millrace.artifact.trains";

  /** The stock application. */
  static Artifact stock() {
    return named(STOCK);
  }

  /** One whose functions, events and accumulators are a user's classes; with a sample's. */
  static Artifact classes() {
    return named(CLASSES);
  }

  private static Artifact named(String property) {
    return at(System.getProperty(property, ""), System.getProperty(JAVA, ""), property);
  }

  /**
   * One that is built.
   *
   * @param property that says where, for the message
   */
  static Artifact at(String path, String java, String property) {
    Path file = Path.of(path).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file)) {
      throw new IllegalStateException(
          "Expected a built artifact, but it is not there: -D" + property + "=" + file);
    }
    return new Artifact(file, java);
  }

  boolean isNative() {
    return !file.toString().endsWith(".jar");
  }

  /** The command that starts it with that configuration, which all users of the machine can see. */
  List<String> command(Map<String, String> properties) {
    List<String> command = new ArrayList<>();
    if (isNative()) {
      command.add(file.toString());
      command.addAll(options());
    } else {
      command.add(
          java.isEmpty()
              ? Path.of(System.getProperty("java.home"), "bin", "java").toString()
              : java);
      command.addAll(options());
      command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      if (Boolean.getBoolean(TRAINS)) {
        command.add("-XX:AOTCacheOutput=" + cache());
      } else if (Files.exists(cache())) {
        command.add("-XX:AOTCache=" + cache());
      }
    }
    properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
    if (!isNative()) {
      command.addAll(List.of("-jar", file.toString()));
    }
    return command;
  }

  private static List<String> options() {
    return List.of(System.getProperty(OPTIONS, "-Xmx256m").strip().split("\\s+", -1));
  }

  /** The AOT cache of a jar, which is used where it is there. */
  Path cache() {
    return file.resolveSibling("app.aot");
  }
}
