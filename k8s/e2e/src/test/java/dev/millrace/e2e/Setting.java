package dev.millrace.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The cluster with its operator and services, one for all tests of a JVM. */
final class Setting {
  private static final int PARTITIONS = 4;

  private static final Setting SHARED = new Setting();

  private final Cluster cluster = new Cluster();
  private final Services services;

  private Setting() {
    services = new Services(cluster.host(), folder());
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    cluster.load("millrace-operator", "millrace-app", "sample-flights");
    cluster.installOperator();
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory(
          Files.createDirectories(Path.of("target").toAbsolutePath()), "services-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Setting shared() {
    return SHARED;
  }

  Cluster cluster() {
    return cluster;
  }

  Topics topics() {
    return new Topics(services.kafka());
  }

  Panes panes(String topic) {
    return new Panes(services.kafka(), topic, PARTITIONS);
  }

  /** The same image under another tag, as a new version would be; returns its name. */
  String anotherVersion(String image) {
    String name = "ghcr.io/millrace/" + image + ":";
    cluster.tag(name + Home.VERSION, name + "another");
    return name + "another";
  }

  /** A namespace with the Secret that samples name. */
  String namespace(String name) {
    cluster.kubectl("create", "namespace", name);
    Map<String, String> secret = services.secret();
    cluster.kubectl(
        "create",
        "secret",
        "generic",
        "millrace-s3",
        "-n",
        name,
        "--from-literal=access-key-id=" + secret.get("access-key-id"),
        "--from-literal=secret-access-key=" + secret.get("secret-access-key"));
    return name;
  }

  /** Applies a sample with the addresses of the services here. */
  Function apply(String namespace, String sample) {
    return apply(namespace, sample, UnaryOperator.identity());
  }

  /** The same with changes of one's own. */
  Function apply(String namespace, String sample, UnaryOperator<String> changes) {
    try {
      String yaml = Files.readString(Home.of("k8s/samples/" + sample + ".yaml"));
      cluster.apply(
          namespace,
          changes.apply(services.in(yaml)).replace("flights:latest", "flights:" + Home.VERSION));
      return new Function(cluster, namespace, sample);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void close() {
    cluster.close();
    services.close();
  }
}
