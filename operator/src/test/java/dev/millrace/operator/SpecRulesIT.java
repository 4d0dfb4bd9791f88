package dev.millrace.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.millrace.operator.crd.StreamFunction;
import dev.millrace.operator.dependent.Json;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules of the CRD, each by the API server itself, which needs no operator for them. */
class SpecRulesIT {
  private static final String NAMESPACE = "rules";
  private static final Testbed TESTBED = Testbed.shared();

  @BeforeAll
  static void makeNamespace() {
    TESTBED.namespace(NAMESPACE);
  }

  /** What is laid over a good spec, and what the API server says to it. */
  static Stream<Arguments> badSpecs() {
    return Stream.of(
        Arguments.of("{image: null}", "there is neither image nor document"),
        Arguments.of("{scaling: {min: 9, max: 3}}", "scaling.min to be at most scaling.max"),
        Arguments.of("{scaling: {max: 3}, replicas: 4}", "Raise scaling.max first"),
        Arguments.of("{scaling: {drainTarget: 0s}}", "a drain target above zero"),
        Arguments.of("{checkpoints: {location: 'file:///x', s3: {}}}", "s3 settings only with"),
        Arguments.of("{checkpoints: {location: /tmp}}", "spec.checkpoints.location"),
        Arguments.of("{checkpoints: {interval: soon}}", "spec.checkpoints.interval"),
        Arguments.of("{checkpoints: {retain: 0}}", "spec.checkpoints.retain"),
        Arguments.of("{commitInterval: 5 minutes}", "spec.commitInterval"),
        Arguments.of("{source: {bootstrapServers: nowhere}}", "spec.source.bootstrapServers"),
        Arguments.of("{source: {topic: null}}", "there is neither or there are both"),
        Arguments.of("{source: {topics: [other]}}", "there is neither or there are both"),
        Arguments.of("{source: {topic: null, topics: []}}", "spec.source.topics"),
        Arguments.of("{source: {topic: null, topics: ['a b']}}", "spec.source.topics[0]"),
        Arguments.of("{source: {topic: null, topics: [a, b, a]}}", "one is given twice"),
        Arguments.of("{source: {startFrom: yesterday}}", "spec.source.startFrom"),
        Arguments.of("{ledger: {redis: localhost}}", "spec.ledger.redis"),
        Arguments.of("{guarantee: at-most-once}", "spec.guarantee"),
        Arguments.of("{deletionPolicy: Forget}", "spec.deletionPolicy"),
        Arguments.of("{accept: [everything]}", "spec.accept"),
        Arguments.of(
            "{credentials: [{property: java.home, secret: a, key: b}]}", "spec.credentials"));
  }

  @ParameterizedTest
  @MethodSource("badSpecs")
  void shouldBeRefusedWhenASpecIsBad(String over, String message) {
    GenericKubernetesResource bad = resource("bad", over);
    assertThatThrownBy(() -> TESTBED.client().resource(bad).inNamespace(NAMESPACE).create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(message);
  }

  /** What changes on a function that is there, and what the API server says to it. */
  static Stream<Arguments> badChanges() {
    return Stream.of(
        Arguments.of("{source: {topic: other}}", "offsets and state belong to them"),
        Arguments.of(
            "{source: {topic: null, topics: [other]}}", "at least one input topic to stay"),
        Arguments.of("{source: {rekeyPartitions: 3}}", "sends keys to other partitions"),
        Arguments.of("{function: other}", "the function to keep its name"),
        Arguments.of("{guarantee: at-least-once}", "only while the function is suspended"),
        Arguments.of("{checkpoints: {location: 's3://other'}}", "deletionPolicy Retain, copy"));
  }

  @ParameterizedTest
  @MethodSource("badChanges")
  void shouldBeRefusedWhenAChangeWouldCorruptState(String over, String message) {
    String name = "fixed-" + Integer.toHexString(over.hashCode());
    TESTBED.client().resource(resource(name, "{}")).inNamespace(NAMESPACE).create();
    assertThatThrownBy(() -> change(name, over))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(message);
  }

  @Test
  void shouldBeTakenWhenTheGuaranteeChangesWhileSuspended() {
    TESTBED.client().resource(resource("both", "{}")).inNamespace(NAMESPACE).create();
    assertThatCode(() -> change("both", "{guarantee: at-least-once, suspend: true}"))
        .doesNotThrowAnyException();
  }

  /** R5: topics join and leave a union. */
  @Test
  void shouldBeTakenWhenTopicsJoinAndLeaveAndOneStays() {
    TESTBED.client().resource(resource("union", "{}")).inNamespace(NAMESPACE).create();
    assertThatCode(() -> change("union", "{source: {topic: null, topics: [flights, other]}}"))
        .doesNotThrowAnyException();
    assertThatCode(() -> change("union", "{source: {topics: [other, third]}}"))
        .doesNotThrowAnyException();
    assertThat(TESTBED.function(NAMESPACE, "union").getSpec().source().inputs())
        .containsExactly("other", "third");
  }

  @Test
  void shouldBeRefusedWhenTheNameIsTooLong() {
    String name = "n".repeat(53);
    assertThatThrownBy(
            () -> TESTBED.client().resource(resource(name, "{}")).inNamespace(NAMESPACE).create())
        .hasMessageContaining("at most 52 characters");
  }

  @Test
  void shouldHaveTheDefaultsOfTheModelWhenOnlyTheNeededIsGiven() {
    TESTBED.client().resource(resource("defaults", "{}")).inNamespace(NAMESPACE).create();
    StreamFunction served = TESTBED.function(NAMESPACE, "defaults");
    assertThat(served.getSpec()).isEqualTo(Specs.of(yaml("defaults")).getSpec());
    assertThat(served.getSpec().scaling().max()).isEqualTo(16);
  }

  private static void change(String name, String over) {
    String patch = Serialization.asJson(parse(over));
    TESTBED
        .client()
        .resources(StreamFunction.class)
        .inNamespace(NAMESPACE)
        .withName(name)
        .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  private static GenericKubernetesResource resource(String name, String over) {
    ObjectNode all = Serialization.unmarshal(yaml(name), ObjectNode.class);
    merge((ObjectNode) all.get("spec"), (ObjectNode) parse(over).get("spec"));
    return Json.convert(all, GenericKubernetesResource.class);
  }

  /** A spec in one line of YAML. */
  private static JsonNode parse(String spec) {
    return Serialization.unmarshal("spec: " + spec, JsonNode.class);
  }

  private static void merge(ObjectNode below, ObjectNode above) {
    above
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isNull()) {
                below.remove(field.getKey());
              } else if (below.get(field.getKey()) instanceof ObjectNode inner
                  && field.getValue() instanceof ObjectNode over) {
                merge(inner, over);
              } else {
                below.set(field.getKey(), field.getValue());
              }
            });
  }

  private static String yaml(String name) {
    return Specs.yaml(name, "kafka:9092", "flights", "redis://redis:6379");
  }
}
