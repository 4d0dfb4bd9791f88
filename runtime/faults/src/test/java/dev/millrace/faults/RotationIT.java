package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.SharedServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Credentials change below a pod: what it can take up while it runs it does, of what it cannot it
 * says so, and each event is counted once whichever it is (S05).
 */
class RotationIT {
  private static final int EVENTS = 1_000;
  private static final int RENEWED = 3;
  private static final String READY = "/q/health/ready";
  private static final String REFUSED = "Expected Kafka to accept the pod's credentials";

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

  private static PodPlan plan(String name, Counts counts) throws IOException {
    PodPlan plan = PodPlan.of(name, name, folder, List.of(counts.document(folder)));
    return services.plan(plan).withSecret("AWS_SHARED_CREDENTIALS_FILE", profile(name));
  }

  private static String profile(String name) throws IOException {
    writeProfile(name, secrets.s3());
    return folder.resolve(name + ".profile").toAbsolutePath().toString();
  }

  /** At one go, as a volume of Kubernetes changes. */
  private static void writeProfile(String name, String secret) throws IOException {
    Path whole =
        Files.writeString(
            folder.resolve(name + ".profile.new"),
            """
            [default]
            aws_access_key_id = %s
            aws_secret_access_key = %s
            """
                .formatted(SharedServices.s3().accessKey(), secret));
    Files.move(whole, folder.resolve(name + ".profile"), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void finish(Counts counts, Pod pod) {
    pod.awaitReady();
    counts.send(EVENTS);
    counts.end();
    counts.awaitAll(pod);
    secrets.assertNowhere(pod, services.issuer().tokens());
  }

  @Test
  void shouldGoOnByItselfWhenKafkaTakesThePasswordBackAndGivesItAgain() throws IOException {
    try (Counts counts = new Counts(services.bootstrap(), "given-back")) {
      PodPlan plan = services.withScram(plan("given-back", counts), secrets.kafka());
      counts.send(EVENTS);
      try (Pod pod = plan.start()) {
        pod.awaitReady();
        services.kafkaPassword(secrets.next());
        pod.awaitText(READY, REFUSED);
        services.kafkaPassword(secrets.kafka());
        finish(counts, pod);
      } finally {
        services.kafkaPassword(secrets.kafka());
      }
    }
  }

  @Test
  void shouldSaySoAndGoOnAfterARestartWhenKafkaHasANewPassword() throws IOException {
    try (Counts counts = new Counts(services.bootstrap(), "new-scram")) {
      PodPlan plan = plan("new-scram", counts);
      counts.send(EVENTS);
      try (Pod pod = services.withScram(plan, secrets.kafka()).start()) {
        pod.awaitReady();
        services.kafkaPassword(secrets.next());
        counts.send(EVENTS);
        pod.awaitText(READY, REFUSED);
        assertThat(pod.isReady()).isFalse();
        secrets.assertNowhere(pod, Set.of());
      }
      try (Pod pod = services.withScram(plan, secrets.next()).start()) {
        finish(counts, pod);
      } finally {
        services.kafkaPassword(secrets.kafka());
      }
    }
  }

  /** All files at one go, as a Secret that is mounted changes. */
  private static Path writeCredentials(String name, String user, String password)
      throws IOException {
    Path version = Files.createTempDirectory(folder, name);
    Files.writeString(version.resolve("username"), user);
    Files.writeString(version.resolve("password"), password + "\n");
    Path link = folder.resolve(name + ".link");
    Files.createSymbolicLink(link, version);
    return Files.move(link, folder.resolve(name + ".files"), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void shouldTakeUpANewPasswordOfKafkaWhenItsFileChanges() throws IOException {
    String name = "scram-file";
    try (Counts counts = new Counts(services.bootstrap(), name)) {
      Path files = writeCredentials(name, SecureServices.USER, secrets.kafka());
      PodPlan plan = services.withScramFiles(plan(name, counts), files);
      counts.send(EVENTS);
      try (Pod pod = plan.start()) {
        pod.awaitReady();
        services.kafkaPassword(secrets.next());
        counts.send(EVENTS);
        pod.awaitText(READY, REFUSED);
        writeCredentials(name, SecureServices.USER, secrets.next());
        finish(counts, pod);
      } finally {
        services.kafkaPassword(secrets.kafka());
      }
    }
  }

  /**
   * Two users in turn, as tools do that rotate secrets: the old one goes when the new one is in.
   */
  @Test
  void shouldTakeUpAnotherUserOfKafkaWhenItsFilesChange() throws IOException {
    String name = "scram-users";
    String first = "millrace-a";
    String second = "millrace-b";
    services.kafkaPassword(first, secrets.kafka());
    try (Counts counts = new Counts(services.bootstrap(), name)) {
      Path files = writeCredentials(name, first, secrets.kafka());
      PodPlan plan = services.withScramFiles(plan(name, counts), files);
      counts.send(EVENTS);
      try (Pod pod = plan.start()) {
        pod.awaitReady();
        services.kafkaPassword(second, secrets.next());
        writeCredentials(name, second, secrets.next());
        counts.send(EVENTS);
        services.removeKafkaUser(first);
        finish(counts, pod);
        services.kafkaPassword(first, secrets.wrong());
        services.removeKafkaUser(second);
        pod.awaitText(READY, REFUSED);
      }
    }
  }

  @Test
  void shouldGoOnWhenTokensExpireAgainAndAgain() throws IOException {
    try (Counts counts = new Counts(services.bootstrap(), "tokens")) {
      PodPlan plan = services.withTokens(plan("tokens", counts));
      counts.send(EVENTS);
      try (Pod pod = plan.start()) {
        pod.awaitReady();
        int before = services.issuer().issued();
        Until.holds(
            "tokens are renewed",
            () -> services.issuer().issued() >= before + RENEWED,
            pod::evidence);
        finish(counts, pod);
      }
    }
  }

  @Test
  void shouldWorkOnAndSaySoWhenTheLedgersPasswordIsTakenBackAndGivenAgain() throws IOException {
    try (Counts counts = new Counts(services.bootstrap(), "redis-back")) {
      PodPlan plan = services.withScram(plan("redis-back", counts), secrets.kafka());
      counts.send(EVENTS);
      try (Pod pod = plan.start()) {
        pod.awaitReady();
        services.redisPassword(secrets.next());
        pod.awaitText(READY, "ledger away");
        Until.holds("the log has the reason", () -> pod.log().contains("WRONGPASS"), pod::evidence);
        services.redisPassword(secrets.redis());
        finish(counts, pod);
      } finally {
        services.redisPassword(secrets.redis());
      }
    }
  }

  @Test
  void shouldHandOverWithoutAPauseWhenTheLedgerTakesBothPasswordsMeanwhile() throws IOException {
    try (Counts counts = new Counts(services.bootstrap(), "redis-both")) {
      PodPlan plan = services.withScram(plan("redis-both", counts), secrets.kafka());
      counts.send(EVENTS);
      try (Pod before = plan.named("before").start()) {
        before.awaitReady();
        services.furtherRedisPassword(secrets.next());
        PodPlan renewed = plan.withSecret("QUARKUS_REDIS_HOSTS", services.redisUri(secrets.next()));
        try (Pod after = renewed.named("after").start()) {
          after.awaitReady();
          before.signal("TERM");
          before.awaitExit();
          services.redisPassword(secrets.next());
          finish(counts, after);
        }
      } finally {
        services.redisPassword(secrets.redis());
      }
    }
  }

  @Test
  void shouldTakeUpNewKeysOfS3WhenTheProfileFileChanges() throws IOException {
    try (Counts counts = new Counts(services.bootstrap(), "profile")) {
      PodPlan plan = services.withScram(plan("profile", counts), secrets.kafka());
      counts.send(EVENTS);
      try (Pod pod = plan.start()) {
        pod.awaitCheckpoint();
        writeProfile("profile", secrets.wrong());
        pod.awaitFailedCheckpoint(counts);
        assertThat(pod.log()).contains("Check the credentials and what they permit");
        writeProfile("profile", secrets.s3());
        counts.send(EVENTS);
        pod.awaitCheckpoint();
        finish(counts, pod);
      }
    }
  }
}
