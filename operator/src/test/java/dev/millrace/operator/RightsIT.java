package dev.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator that may do too little says what it needs, and goes on when it may. */
class RightsIT {
  private static final String NAMESPACE = "rights";

  private final Cluster cluster = new Cluster(NAMESPACE);
  private final Testbed testbed = Testbed.shared();

  @Test
  void shouldSayWhatItMayNotDoUntilItMay(@TempDir Path folder) throws IOException {
    grant("", "");
    testbed.kubectl("create", "serviceaccount", "-n", NAMESPACE, "weak");
    testbed.kubectl(
        "create",
        "rolebinding",
        "-n",
        NAMESPACE,
        "weak",
        "--role=weak",
        "--serviceaccount=" + NAMESPACE + ":weak");
    testbed.kubectl("create", "secret", "generic", "-n", NAMESPACE, "api", "--from-literal=t=x");
    try (OperatorProcess operator =
        OperatorProcess.start(NAMESPACE, Map.of(), kubeconfig(folder.resolve("weak.conf")))) {
      String name = "weak";
      cluster.create(
          name,
          cluster.topic(1),
          "  credentials:\n  - {property: quarkus.millrace.api.token, secret: api, key: t}");
      cluster.awaitReason(name, "Ready", "SecretsForbidden");
      assertThat(cluster.condition(name, "Ready").getMessage()).contains("Grant the operator get");
      cluster.awaitReason(name, "Deployed", "Forbidden");
      assertThat(cluster.condition(name, "Deployed").getMessage()).contains("code=403");
      grant("\"get\"", "\"create\",\"patch\"");
      cluster.awaitReason(name, "Ready", "Sleeping");
      cluster.awaitReason(name, "Deployed", "Sleeping");
      assertThat(operator.isReady()).isTrue();
    }
  }

  /** What the chart's role has, but for what is done to Secrets and to what is applied. */
  private void grant(String onSecrets, String onObjects) throws IOException {
    String more = onObjects.isEmpty() ? "" : "," + onObjects;
    String secrets =
        onSecrets.isEmpty()
            ? ""
            : "\n- {apiGroups: [\"\"], resources: [secrets], verbs: [" + onSecrets + "]}";
    String role =
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: weak, namespace: %s}
        rules:
        - {apiGroups: [millrace.dev], resources: ["*"], verbs: ["*"]}
        - apiGroups: ["", apps, policy]
          resources: [pods, services, statefulsets, controllerrevisions, poddisruptionbudgets]
          verbs: [get, list, watch%s]
        - {apiGroups: [""], resources: [events], verbs: [create, patch]}%s
        """
            .formatted(NAMESPACE, more.replace("\"", ""), secrets);
    Path file = Files.createTempFile(Path.of("target"), "role", ".yaml");
    Files.writeString(file, role);
    testbed.kubectl("apply", "-f", file.toAbsolutePath().toString());
    Files.delete(file);
  }

  private Path kubeconfig(Path file) throws IOException {
    String token =
        testbed.kubectl("create", "token", "-n", NAMESPACE, "weak", "--duration=1h").strip();
    String admin = Files.readString(testbed.kubeconfig());
    String weak = admin.replaceAll("token: [^}\\s]+", "token: " + token);
    assertThat(weak).isNotEqualTo(admin);
    return Files.writeString(file, weak);
  }
}
