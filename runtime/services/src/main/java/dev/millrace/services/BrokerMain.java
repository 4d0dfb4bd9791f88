package dev.millrace.services;

import java.nio.file.Files;
import java.nio.file.Path;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * Entry point of the broker's process: formats the storage if that has not been done, then runs
 * Kafka. One JVM start instead of two. Arguments: properties file, data folder, cluster id.
 */
final class BrokerMain {
  private BrokerMain() {}

  public static void main(String[] args) {
    String properties = args[0];
    if (!Files.exists(Path.of(args[1], "meta.properties"))) {
      int code =
          StorageTool.execute(new String[] {"format", "-t", args[2], "-c", properties}, System.out);
      if (code != 0) {
        System.exit(code);
      }
    }
    Kafka.main(new String[] {properties});
  }
}
