package dev.millrace.operator;

import static dev.millrace.operator.Testbed.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.operator.crd.RolloutStatus;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionStatus;
import dev.millrace.operator.dependent.Names;
import dev.millrace.services.SharedServices;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The life of a function on a real API server, with a real broker and Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LifecycleIT {
  private static final String NAMESPACE = "lifecycle";

  private final Testbed testbed = Testbed.shared();
  private final String kafka = SharedServices.kafka().address();
  private final String redis = SharedServices.redis().uri();
  private final List<PodRunner> runners = new ArrayList<>();
  private OperatorProcess operator;

  @BeforeAll
  void start() {
    testbed.namespace(NAMESPACE);
    operator = OperatorProcess.start(NAMESPACE);
  }

  @AfterAll
  void stop() {
    runners.forEach(PodRunner::close);
    operator.close();
  }

  @Test
  void shouldRunSuspendScaleAndEndWhenAskedTo() {
    String name = "life";
    create(name, topic(4), "  scaling: {min: 1, max: 4}");
    run(name);
    awaitPhase(name, "Running");
    assertThat(status(name).observedGeneration()).isEqualTo(1);
    assertThat(columns(name)).contains("True", "Running", "1/1");
    assertThat(events(name)).contains("ScaledUp", "Ready");

    patch(name, "{\"spec\":{\"suspend\":true}}");
    awaitPhase(name, "Suspended");
    await("no pods", () -> podCount(name) == 0);
    assertThat(condition(name, "Ready").getReason()).isEqualTo("Suspended");

    patch(name, "{\"spec\":{\"suspend\":false}}");
    awaitPhase(name, "Running");

    testbed.kubectl("scale", "-n", NAMESPACE, "sf/" + name, "--replicas=3");
    await("three pods", () -> Objects.equals(status(name).pods(), "3/3"));
    assertThat(Objects.requireNonNull(status(name).scaling()).cause()).isEqualTo("FIXED");
    assertThat(testbed.kubectl("get", "-n", NAMESPACE, "sf/" + name, "-o", "wide"))
        .contains("exactly-once", "example/flights:1", "spec.replicas");

    testbed.kubectl("delete", "-n", NAMESPACE, "sf/" + name);
    await("no StatefulSet", () -> statefulSet(name) == null);
    assertThat(function(name)).isNull();
  }

  @Test
  void shouldChangeNothingWhenReconciledAgain() {
    String name = "still";
    create(name, topic(2), "  replicas: 1");
    run(name);
    awaitPhase(name, "Running");
    Map<String, String> before = versions(name);

    testbed.kubectl("annotate", "-n", NAMESPACE, "sf/" + name, "touched=yes");
    OperatorProcess second = OperatorProcess.start(NAMESPACE);
    await("a pass of the second", () -> second.metrics().contains("outcome=\"done\""));
    second.close();

    assertThat(versions(name)).isEqualTo(before);
  }

  /** Case O05: nobody deletes a pod by hand. */
  @Test
  void shouldRollBackByItselfWhenANewImageDoesNotWork() {
    String name = "upgrade";
    create(name, topic(2), "  replicas: 2\n  rollout: {progressDeadline: 4s}");
    PodRunner pods = run(name);
    awaitPhase(name, "Running");
    await("a stable template", () -> rollout(name).stable() != null);
    String good = rollout(name).stable();

    pods.only(pod -> !image(pod).endsWith(":bad"));
    patch(name, "{\"spec\":{\"image\":\"example/flights:bad\"}}");
    awaitPhase(name, "RolledBack");
    await("the old pods", () -> allPodsRun(name, "example/flights:1") && ready(name) == 2);
    assertThat(rollout(name).stable()).isEqualTo(good);
    assertThat(condition(name, "Deployed").getReason()).isEqualTo("RolledBack");
    assertThat(events(name)).contains("RollingOut", "RolledBack");

    patch(name, "{\"spec\":{\"image\":\"example/flights:2\"}}");
    await("the new pods", () -> allPodsRun(name, "example/flights:2") && ready(name) == 2);
    awaitPhase(name, "Running");
    assertThat(rollout(name).failed()).isNull();
  }

  @Test
  void shouldStayAsleepWhenThereIsNothingToRead() {
    String name = "sleeper";
    create(name, topic(3), "");
    awaitPhase(name, "Sleeping");
    await("its partitions", () -> status(name).partitions() != null);
    assertThat(Objects.requireNonNull(status(name).partitions()).total()).isEqualTo(3);
    assertThat(condition(name, "Ready").getStatus()).isEqualTo("True");
    assertThat(status(name).guarantees()).startsWith("exactly once");
  }

  @Test
  void shouldSayWhatIsMissingAndGoOnWhenItIsThere() throws Exception {
    String name = "missing";
    String topic = "late-" + UUID.randomUUID();
    create(
        name,
        topic,
        """
          credentials:
          - {property: quarkus.millrace.api.token, secret: api, key: token}
        """);
    await("the Secret missed", () -> "SecretMissing".equals(reason(name)));
    assertThat(condition(name, "Ready").getMessage()).contains("secret=api", "Create it");
    testbed.kubectl(
        "create", "secret", "generic", "api", "-n", NAMESPACE, "--from-literal=token=x");
    await("the topic missed", () -> "TopicMissing".equals(reason(name)), () -> reason(name));
    assertThat(events(name)).contains("SecretMissing", "TopicMissing");
    makeTopic(topic, 2);
    await("all well", () -> "Sleeping".equals(reason(name)), () -> reason(name));
  }

  private PodRunner run(String name) {
    PodRunner pods = new PodRunner(testbed.client(), NAMESPACE, name, null);
    runners.add(pods);
    return pods;
  }

  private String topic(int partitions) {
    String topic = "it-" + UUID.randomUUID();
    try {
      makeTopic(topic, partitions);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return topic;
  }

  private void makeTopic(String topic, int partitions)
      throws ExecutionException, InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    }
  }

  private void create(String name, String topic, String more) {
    StreamFunction function = Specs.of(Specs.yaml(name, kafka, topic, redis) + more + "\n");
    testbed.client().resource(function).inNamespace(NAMESPACE).create();
  }

  private void patch(String name, String json) {
    testbed.kubectl("patch", "-n", NAMESPACE, "sf/" + name, "--type=merge", "-p", json);
  }

  private StreamFunction function(String name) {
    return testbed.function(NAMESPACE, name);
  }

  private StreamFunctionStatus status(String name) {
    StreamFunctionStatus status = function(name).getStatus();
    return status == null ? StreamFunctionStatus.NONE : status;
  }

  private RolloutStatus rollout(String name) {
    return Objects.requireNonNullElse(status(name).rollout(), RolloutStatus.NONE);
  }

  private Condition condition(String name, String type) {
    return Objects.requireNonNull(status(name).condition(type), type);
  }

  private String reason(String name) {
    Condition ready = status(name).condition("Ready");
    return ready == null ? "" : ready.getReason();
  }

  private void awaitPhase(String name, String phase) {
    await(
        name + " " + phase,
        () -> phase.equals(status(name).phase()),
        () -> status(name) + "\n" + operator.log());
  }

  private String columns(String name) {
    return testbed.kubectl("get", "-n", NAMESPACE, "sf/" + name);
  }

  private List<String> events(String name) {
    return testbed.client().v1().events().inNamespace(NAMESPACE).list().getItems().stream()
        .filter(event -> event.getInvolvedObject().getName().equals(name))
        .map(Event::getReason)
        .toList();
  }

  private StatefulSet statefulSet(String name) {
    return testbed.client().apps().statefulSets().inNamespace(NAMESPACE).withName(name).get();
  }

  private List<io.fabric8.kubernetes.api.model.Pod> podsOf(String name) {
    return testbed
        .client()
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("millrace.dev/function", name)
        .list()
        .getItems();
  }

  private int podCount(String name) {
    return podsOf(name).size();
  }

  private int ready(String name) {
    return Objects.requireNonNullElse(status(name).readyReplicas(), 0);
  }

  private static String image(io.fabric8.kubernetes.api.model.Pod pod) {
    return pod.getSpec().getContainers().get(0).getImage();
  }

  private boolean allPodsRun(String name, String image) {
    return podCount(name) > 0 && podsOf(name).stream().allMatch(pod -> image(pod).equals(image));
  }

  private PodDisruptionBudget budget(String name) {
    return testbed
        .client()
        .policy()
        .v1()
        .podDisruptionBudget()
        .inNamespace(NAMESPACE)
        .withName(name)
        .get();
  }

  /**
   * What the operator last wrote to each object of a function, and when. Others write to them too:
   * Kubernetes' controllers count pods whenever it suits them.
   */
  private Map<String, String> versions(String name) {
    Map<String, String> versions = new TreeMap<>();
    List<? extends HasMetadata> all =
        List.of(
            statefulSet(name),
            testbed.client().services().inNamespace(NAMESPACE).withName(name).get(),
            budget(name));
    for (HasMetadata object : all) {
      List<ManagedFieldsEntry> own =
          object.getMetadata().getManagedFields().stream()
              .filter(entry -> entry.getManager().equals(Names.MANAGER))
              .toList();
      assertThat(own).isNotEmpty();
      versions.put(object.getKind(), object.getMetadata().getGeneration() + " " + own);
    }
    return versions;
  }
}
