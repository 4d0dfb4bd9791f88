package dev.millrace.e2e;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Kubernetes of this JVM alone, with the images that the build made and the operator that the
 * Helm chart installs. All of it ends with this JVM, however that ends.
 */
final class Cluster implements AutoCloseable {
  private static final String OWNER = Long.toString(ProcessHandle.current().pid());

  /** The first start on a machine builds Kubernetes and Helm. */
  private static final Duration BUILD = Duration.ofMinutes(60);

  private static final Duration COMMAND = Duration.ofMinutes(3);

  private final Shell shell;
  private final String testbed = Home.of("k8s/testbed/testbed.sh").toString();
  private final String host;
  private final Path kubeconfig;
  private final KubernetesClient client;

  Cluster() {
    shell = new Shell(Map.of("TESTBED_NAME", "e2e-" + OWNER, "TESTBED_OWNER", OWNER));
    String out = shell.run(BUILD, List.of(testbed, "up", "real"));
    kubeconfig = Path.of(exported(out, "KUBECONFIG"));
    host = exported(out, "TESTBED_HOST");
    client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
            .build();
  }

  private static String exported(String out, String name) {
    return out.lines()
        .filter(line -> line.startsWith("export " + name + "="))
        .map(line -> line.substring(line.indexOf('=') + 1).split("\\s", 2)[0])
        .findFirst()
        .orElseThrow(() -> new AssertionError("Expected " + name + " of the testbed, but: " + out));
  }

  /** Where pods reach what runs on this machine. */
  String host() {
    return host;
  }

  KubernetesClient client() {
    return client;
  }

  /** Brings images into the node, as a registry would. */
  void load(String... images) {
    List<String> command = new ArrayList<>(List.of(testbed, "load"));
    for (String image : images) {
      command.add(archive(image).toString());
    }
    shell.run(COMMAND, command);
  }

  private static Path archive(String image) {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    return Home.of("k8s/images/target/" + image + "-" + arch + ".tar");
  }

  /** Gives an image of the node a second name, as a new version would have. */
  void tag(String image, String name) {
    String socket = kubeconfig.resolveSibling("containerd.sock").toString();
    shell.run(
        COMMAND,
        List.of(
            testbed, "exec", "ctr", "-a", socket, "-n", "k8s.io", "images", "tag", image, name));
  }

  /** Installs the operator by its chart, and waits until it is ready. */
  void installOperator() {
    String helm = shell.run(BUILD, List.of(Home.of("k8s/tools/build.sh").toString(), "helm"));
    shell.run(
        COMMAND,
        List.of(
            helm.strip(),
            "install",
            "millrace-operator",
            Home.of("k8s/helm/millrace-operator").toString(),
            "--kubeconfig",
            kubeconfig.toString(),
            "--namespace",
            "millrace",
            "--create-namespace",
            "--set",
            "image.tag="
                + Home.VERSION
                + ",stockImage=ghcr.io/millrace/millrace-app:"
                + Home.VERSION));
    kubectl("-n", "millrace", "rollout", "status", "deploy/millrace-operator", "--timeout=170s");
  }

  /** kubectl as the administrator; returns what it prints. */
  String kubectl(String... arguments) {
    List<String> command = new ArrayList<>(List.of(testbed, "kubectl"));
    command.addAll(List.of(arguments));
    return shell.run(COMMAND, command);
  }

  /** {@code kubectl apply} of a text. */
  void apply(String namespace, String yaml) {
    try {
      Path file = Files.createTempFile("e2e", ".yaml");
      Files.writeString(file, yaml);
      kubectl("apply", "-n", namespace, "-f", file.toString());
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that helps to understand what happened in a namespace. */
  String report(String namespace) {
    return String.join(
        "\n",
        section("get", "streamfunctions,statefulsets,pods", "-n", namespace, "-o", "wide"),
        section("describe", "streamfunctions", "-n", namespace),
        section("describe", "pods", "-n", namespace),
        section("get", "events", "-n", namespace, "--sort-by=.lastTimestamp"),
        section(
            "logs",
            "-n",
            namespace,
            "-l",
            "app.kubernetes.io/managed-by=millrace-operator",
            "--prefix",
            "--tail=80"),
        section("logs", "-n", "millrace", "deploy/millrace-operator", "--tail=80"));
  }

  private String section(String... command) {
    String title = "== kubectl " + String.join(" ", command) + "\n";
    try {
      return title + kubectl(command);
    } catch (AssertionError e) {
      return title + e.getMessage();
    }
  }

  @Override
  public void close() {
    client.close();
    shell.run(COMMAND, List.of(testbed, "down"));
  }
}
