package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.SharedServices;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stock application on services that ask who it is, over TLS: it works, says what is wrong when
 * a credential is, and tells nobody what they are.
 */
class SecurityIT {
  private static final int EVENTS = 2_000;

  @TempDir static Path folder;
  private static Secrets secrets;
  private static SecureServices services;

  @BeforeAll
  static void start() {
    secrets = SecureServices.newSecrets();
    services = new SecureServices(folder, secrets);
  }

  @AfterAll
  static void stop() {
    services.close();
  }

  private static PodPlan plan(String name, Counts counts) {
    PodPlan plan = PodPlan.of(name, name, folder, List.of(counts.document(folder)));
    return services.plan(plan);
  }

  private static PodPlan withS3Variables(PodPlan plan, String secret) {
    return plan.withSecret("AWS_ACCESS_KEY_ID", SharedServices.s3().accessKey())
        .withSecret("AWS_SECRET_ACCESS_KEY", secret);
  }

  @Test
  void shouldWorkWhenEveryServiceAsksWhoItIs() {
    try (Counts counts = new Counts(services.bootstrap(), "scram")) {
      PodPlan plan = services.withScram(plan("scram", counts), secrets.kafka());
      counts.send(EVENTS);
      counts.end();
      try (Pod pod = withS3Variables(plan, secrets.s3()).start()) {
        pod.awaitReady();
        counts.awaitAll(pod);
        pod.awaitCheckpoint();
        secrets.assertNowhere(pod, Set.of());
        assertNoKeyIn(pod);
      }
    }
  }

  /** Keys are users' data: neither a label nor in the log. */
  private static void assertNoKeyIn(Pod pod) {
    for (String key : Counts.KEYS.subList(1, Counts.KEYS.size())) {
      assertThat(pod.get("/q/metrics")).doesNotContain(key);
      assertThat(pod.log()).doesNotContain(key);
    }
  }

  @Test
  void shouldSayWhatIsWrongWhenKafkaTakesThePasswordBack() {
    try (Counts counts = new Counts(services.bootstrap(), "revoked")) {
      PodPlan plan = services.withScram(plan("revoked", counts), secrets.kafka());
      try (Pod pod = withS3Variables(plan, secrets.s3()).start()) {
        pod.awaitReady();
        services.kafkaPassword(secrets.wrong());
        pod.awaitText("/q/health/ready", "Expected Kafka to accept the pod's credentials");
        secrets.assertNowhere(pod, Set.of());
      } finally {
        services.kafkaPassword(secrets.kafka());
      }
    }
  }

  @Test
  void shouldSayWhatIsWrongWhenKafkaDoesNotKnowThePassword() {
    assertRefused(
        "wrong-kafka",
        plan -> services.withScram(plan, secrets.wrong()),
        "Expected Kafka to accept the pod's credentials");
  }

  @Test
  void shouldEndAndSayWhatIsWrongWhenRedisDoesNotKnowThePasswordAtStart() {
    try (Counts counts = new Counts(services.bootstrap(), "wrong-redis")) {
      PodPlan plan =
          services
              .withScram(
                  withS3Variables(plan("wrong-redis", counts), secrets.s3()), secrets.kafka())
              .withSecret("QUARKUS_REDIS_HOSTS", services.redisUri(secrets.wrong()));
      try (Pod pod = plan.start()) {
        pod.awaitExit();
        assertThat(pod.log()).contains("WRONGPASS");
        secrets.assertNowhere(pod, Set.of());
      }
    }
  }

  @Test
  void shouldSayWhatIsWrongWhenS3DoesNotKnowTheSecret() {
    assertRefused(
        "wrong-s3",
        plan -> withS3Variables(services.withScram(plan, secrets.kafka()), secrets.wrong()),
        "Check the credentials and what they permit");
  }

  private static void assertRefused(String name, UnaryOperator<PodPlan> wrong, String message) {
    try (Counts counts = new Counts(services.bootstrap(), name)) {
      PodPlan plan = wrong.apply(withS3Variables(plan(name, counts), secrets.s3()));
      try (Pod pod = plan.start()) {
        pod.awaitText("/q/health/ready", message);
        pod.awaitText("/millrace/functions", message);
        assertThat(pod.isReady()).isFalse();
        assertThat(pod.log()).contains(message);
        secrets.assertNowhere(pod, Set.of());
      }
    }
  }
}
