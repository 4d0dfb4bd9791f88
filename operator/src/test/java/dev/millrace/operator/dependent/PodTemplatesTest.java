package dev.millrace.operator.dependent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.operator.Specs;
import dev.millrace.operator.crd.StreamFunction;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PodTemplatesTest {
  private static final String STOCK = "example/stock:1";

  @Test
  void shouldSayTheSpecInTheRuntimesSettingsWhenWritten() throws IOException {
    Properties settings = new Properties();
    settings.load(
        new StringReader(
            SettingsText.of(
                function(
                    """
                      time: {outOfOrderness: 12h}
                      accept: [lost-records]
                      sink: {topic: out}
                    """))));
    assertThat(settings)
        .containsEntry("quarkus.millrace.namespace", "team")
        .containsEntry("quarkus.millrace.only", "hours")
        .containsEntry("mp.messaging.incoming.hours.topic", "flights")
        .containsEntry("mp.messaging.incoming.hours.topics", "")
        .containsEntry("mp.messaging.outgoing.hours.topic", "out")
        .containsEntry("quarkus.millrace.functions.\"hours\".out-of-orderness", "12h")
        .containsEntry("quarkus.millrace.functions.\"hours\".accept", "lost-records")
        .containsEntry("quarkus.millrace.checkpoints.location", "s3://millrace/hours")
        .containsEntry("quarkus.redis.hosts", "redis://redis:6379")
        .containsEntry("kafka.bootstrap.servers", "kafka:9092")
        .doesNotContainKey("quarkus.millrace.document");
  }

  @Test
  void shouldReadBackAsWrittenWhenValuesHaveSpecialCharacters() throws IOException {
    Properties settings = new Properties();
    StreamFunction function =
        function(
            "  pod: {}\n", "    properties: {\"sasl.x\": \"a=b:c #!\\\\ d\\nkafka.injected=1\"}\n");
    settings.load(new StringReader(SettingsText.of(function)));
    assertThat(settings)
        .containsEntry("kafka.sasl.x", "a=b:c #!\\ d\nkafka.injected=1")
        .doesNotContainKey("kafka.injected");
  }

  @Test
  void shouldBeAllowedUnderRestrictedPodSecurityWhenPlain() {
    PodTemplateSpec template = PodTemplates.of(function(""), STOCK);
    Container container = template.getSpec().getContainers().get(0);
    assertThat(template.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(template.getSpec().getAutomountServiceAccountToken()).isFalse();
    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/q/health/ready");
  }

  @Test
  void shouldRunTheStockImageWhenThereIsOnlyADocument() {
    StreamFunction function = function("  document: 'name: hours'\n");
    PodTemplateSpec own = PodTemplates.of(function, STOCK);
    assertThat(own.getSpec().getContainers().get(0).getImage()).isEqualTo("example/flights:1");
    assertThat(own.getMetadata().getAnnotations())
        .containsEntry("millrace.dev/document", "name: hours");
    assertThat(SettingsText.all(function))
        .containsEntry("quarkus.millrace.document", "/etc/millrace/function.yaml");
  }

  @Test
  void shouldTakeSecretsFromTheEnvironmentWhenTheyAreNamed() {
    PodTemplateSpec template =
        PodTemplates.of(
            function("  credentials: [{property: kafka.sasl.jaas.config, secret: k, key: jaas}]\n"),
            STOCK);
    assertThat(template.getSpec().getContainers().get(0).getEnv())
        .filteredOn(env -> env.getName().equals("KAFKA_SASL_JAAS_CONFIG"))
        .singleElement()
        .satisfies(
            env -> assertThat(env.getValueFrom().getSecretKeyRef().getKey()).isEqualTo("jaas"));
  }

  @Test
  void shouldKeepTheAllocatorSmallUnlessTheSpecSaysOtherwise() {
    PodTemplateSpec template =
        PodTemplates.of(function("  pod: {env: [{name: MALLOC_ARENA_MAX, value: '4'}]}\n"), STOCK);
    assertThat(template.getSpec().getContainers().get(0).getEnv())
        .filteredOn(env -> env.getName().startsWith("MALLOC_"))
        .extracting(env -> env.getName() + "=" + env.getValue())
        .containsExactlyInAnyOrder(
            "MALLOC_ARENA_MAX=4", "MALLOC_MMAP_THRESHOLD_=65536", "MALLOC_TRIM_THRESHOLD_=131072");
  }

  @Test
  void shouldBeMergedByNameWhenTheSpecHasPartsOfATemplate() {
    PodTemplateSpec template =
        PodTemplates.of(
            function(
                """
                  pod:
                    template:
                      metadata: {labels: {team: a}}
                      spec:
                        containers:
                        - {name: function, env: [{name: X, value: '1'}]}
                        - {name: side, image: side:1}
                """),
            STOCK);
    assertThat(template.getMetadata().getLabels()).containsEntry("team", "a");
    assertThat(template.getSpec().getContainers())
        .extracting(Container::getName)
        .containsExactly("function", "side");
    assertThat(template.getSpec().getContainers().get(0).getEnv())
        .extracting(EnvVar::getName)
        .contains("X", "SMALLRYE_CONFIG_LOCATIONS");
  }

  @Test
  void shouldSayWhatToDoWhenPartsDoNotFit() {
    StreamFunction function = function("  pod: {template: {spec: {containers: none}}}\n");
    assertThatThrownBy(() -> PodTemplates.of(function, STOCK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spec.pod.template")
        .hasMessageContaining("kubectl explain");
  }

  @Test
  void shouldHaveTheSameHashOnlyWhenItIsTheSame() {
    String hash = PodTemplates.hash(PodTemplates.of(function(""), STOCK));
    assertThat(PodTemplates.hash(PodTemplates.of(function(""), STOCK))).isEqualTo(hash);
    assertThat(PodTemplates.hash(PodTemplates.of(function("  commitInterval: 1s\n"), STOCK)))
        .isNotEqualTo(hash);
    // The number of pods is none of the template's business.
    assertThat(PodTemplates.hash(PodTemplates.of(function("  replicas: 7\n"), STOCK)))
        .isEqualTo(hash);
  }

  private static StreamFunction function(String more) {
    return function(more, "");
  }

  private static StreamFunction function(String more, String ofSource) {
    return Specs.plain("hours", more, ofSource);
  }
}
