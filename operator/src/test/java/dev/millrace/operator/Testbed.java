package dev.millrace.operator;

import dev.millrace.operator.crd.CrdFile;
import dev.millrace.operator.crd.StreamFunction;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A real API server with its controllers, one for all tests of a JVM. The system property {@code
 * millrace.testbed} names the script that brings it up; it ends with this JVM.
 */
final class Testbed {
  private static final String SCRIPT =
      System.getProperty("millrace.testbed", "../k8s/testbed/testbed.sh");
  private static final String NAME = "operator-" + ProcessHandle.current().pid();

  /** The first start on a machine builds Kubernetes. */
  private static final Duration UP = Duration.ofMinutes(60);

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Testbed SHARED = start();

  private final Path kubeconfig;
  private final KubernetesClient client;

  private Testbed(Path kubeconfig) {
    this.kubeconfig = kubeconfig;
    this.client = newClient(kubeconfig);
    CustomResourceDefinition crd =
        client.getKubernetesSerialization().unmarshal(read(CrdFile.PATH));
    client.resource(crd).serverSideApply();
    await("the CRD", () -> isEstablished(crd.getMetadata().getName()));
  }

  private boolean isEstablished(String name) {
    CustomResourceDefinition found =
        client.apiextensions().v1().customResourceDefinitions().withName(name).get();
    return found.getStatus() != null
        && found.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }

  static Testbed shared() {
    return SHARED;
  }

  private static Testbed start() {
    String out = run(UP, "up", "ctrl");
    String prefix = "export KUBECONFIG=";
    String line =
        out.lines()
            .filter(l -> l.startsWith(prefix))
            .findFirst()
            .orElseThrow(() -> new AssertionError("Expected a kubeconfig, but got: " + out));
    return new Testbed(Path.of(line.substring(prefix.length())));
  }

  private static KubernetesClient newClient(Path kubeconfig) {
    return new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
        .build();
  }

  KubernetesClient client() {
    return client;
  }

  Path kubeconfig() {
    return kubeconfig;
  }

  /** A namespace of its own. */
  String namespace(String name) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .serverSideApply();
    return name;
  }

  /** Runs kubectl as the administrator; returns what it prints, errors included. */
  String kubectl(String... arguments) {
    List<String> all = new ArrayList<>(List.of("kubectl"));
    all.addAll(List.of(arguments));
    return run(PATIENCE, all.toArray(String[]::new));
  }

  /** A function as it is now. */
  StreamFunction function(String namespace, String name) {
    return client.resources(StreamFunction.class).inNamespace(namespace).withName(name).get();
  }

  /** Waits until something holds. */
  static void await(String what, BooleanSupplier condition) {
    await(what, condition, () -> "");
  }

  /**
   * Waits until something holds.
   *
   * @param seen told if it does not come
   */
  static void await(String what, BooleanSupplier condition, Supplier<String> seen) {
    await(what, PATIENCE, condition, seen);
  }

  /** The same with another patience. */
  static void await(
      String what, Duration patience, BooleanSupplier condition, Supplier<String> seen) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > patience.toNanos()) {
        throw new AssertionError(
            "Expected " + what + " within " + patience + ", but: " + seen.get());
      }
      java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
    }
  }

  private static String run(Duration patience, String... arguments) {
    List<String> command = new ArrayList<>(List.of(new File(SCRIPT).getAbsolutePath()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("TESTBED_NAME", NAME);
    builder.environment().put("TESTBED_OWNER", Long.toString(ProcessHandle.current().pid()));
    try {
      Path out = Files.createTempFile("testbed", ".out");
      Process process = builder.redirectOutput(out.toFile()).start();
      if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("Expected the testbed to answer within " + patience);
      }
      String text = Files.readString(out);
      Files.delete(out);
      return text;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
