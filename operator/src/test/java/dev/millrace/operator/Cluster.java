package dev.millrace.operator;

import dev.millrace.operator.crd.CheckpointRequest;
import dev.millrace.operator.crd.ScalingStatus;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.crd.StreamFunctionStatus;
import dev.millrace.services.SharedServices;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/** A namespace with functions on the testbed, a broker and a Redis: what tests do and see there. */
final class Cluster {
  private final Testbed testbed = Testbed.shared();
  private final String namespace;

  Cluster(String namespace) {
    this.namespace = testbed.namespace(namespace);
  }

  String namespace() {
    return namespace;
  }

  String kafka() {
    return SharedServices.kafka().address();
  }

  String redis() {
    return SharedServices.redis().uri();
  }

  /** A new topic; its id is that of the description. */
  String topic(int partitions) {
    String topic = "it-" + UUID.randomUUID();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka()))) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return topic;
  }

  String topicId(String topic) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka()))) {
      return Objects.requireNonNull(
              admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic))
          .topicId()
          .toString();
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void create(String name, String topic, String more) {
    create(name, topic, more, redis());
  }

  void create(String name, String topic, String more, String redisUri) {
    StreamFunction function = Specs.of(Specs.yaml(name, kafka(), topic, redisUri) + more + "\n");
    testbed.client().resource(function).inNamespace(namespace).create();
  }

  void patch(String name, String json) {
    testbed.kubectl("patch", "-n", namespace, "sf/" + name, "--type=merge", "-p", json);
  }

  void annotate(String name, String annotation) {
    testbed.kubectl("annotate", "-n", namespace, "sf/" + name, "--overwrite", annotation);
  }

  /** How far checkpoints are that were asked for with this annotation; null before it is seen. */
  @Nullable CheckpointRequest checkpointRequest(String name, String asked) {
    CheckpointRequest request = status(name).checkpointRequest();
    return request == null || !request.requested().equals(asked) ? null : request;
  }

  boolean isSaved(String name, String asked) {
    CheckpointRequest request = checkpointRequest(name, asked);
    return request != null && request.done();
  }

  @Nullable StreamFunction find(String name) {
    return testbed.function(namespace, name);
  }

  StreamFunctionStatus status(String name) {
    StreamFunction function = find(name);
    return function == null || function.getStatus() == null
        ? StreamFunctionStatus.NONE
        : function.getStatus();
  }

  String cause(String name) {
    ScalingStatus scaling = status(name).scaling();
    return scaling == null ? "" : Objects.requireNonNullElse(scaling.cause(), "");
  }

  void awaitPhase(String name, String phase) {
    Testbed.await(
        name + " " + phase,
        () -> phase.equals(status(name).phase()),
        () -> status(name).toString());
  }

  Condition condition(String name, String type) {
    return Objects.requireNonNull(status(name).condition(type), type);
  }

  void awaitReason(String name, String type, String reason) {
    Testbed.await(
        name + " " + type + " " + reason,
        () -> {
          Condition condition = status(name).condition(type);
          return condition != null && condition.getReason().equals(reason);
        },
        () -> status(name).toString());
  }

  /** Reasons of the events about a function. */
  List<String> events(String name) {
    return testbed.client().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> event.getInvolvedObject().getName().equals(name))
        .map(Event::getReason)
        .toList();
  }

  @Nullable StatefulSet statefulSet(String name) {
    return testbed.client().apps().statefulSets().inNamespace(namespace).withName(name).get();
  }

  int replicas(String name) {
    StatefulSet set = statefulSet(name);
    return set == null ? 0 : set.getSpec().getReplicas();
  }

  List<Pod> pods(String name) {
    return testbed
        .client()
        .pods()
        .inNamespace(namespace)
        .withLabel("millrace.dev/function", name)
        .list()
        .getItems();
  }

  boolean allPodsRun(String name, String image) {
    List<Pod> pods = pods(name);
    return !pods.isEmpty()
        && pods.stream().allMatch(p -> p.getSpec().getContainers().get(0).getImage().equals(image));
  }
}
