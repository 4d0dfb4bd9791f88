package dev.millrace.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.services.S3Server;
import dev.millrace.services.SharedServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stock application finds the keys of a real S3 server where a cloud puts them (C6): web
 * identity, Pod Identity, the metadata of the instance. Keys in the environment are {@link
 * SecurityIT}'s, those of a profile {@link RotationIT}'s.
 */
class S3CredentialsIT {
  private static final int EVENTS = 500;

  /** So short that AWS' client asks anew each second. */
  private static final Duration BRIEF = Duration.ofSeconds(30);

  private static final Duration LONG = Duration.ofHours(6);
  private static final String SESSION = "session-token-of-the-keys";
  private static final String IDENTITY = "token-of-an-identity";
  private static final String NEXT_IDENTITY = "next-token-of-an-identity";

  /** Signatures are checked as ever; but that keys are of a session means nothing to the server. */
  private static final Map<String, String> SESSIONS =
      Map.of("s3proxy.ignore-unknown-headers", "true");

  @TempDir static Path folder;
  private static Secrets secrets;
  private static S3Server s3;

  @BeforeAll
  static void start() {
    secrets = Secrets.random("key-that-only-the-chain-knows");
    s3 = new S3Server(folder.resolve("s3"), "millrace", secrets.s3(), SESSIONS);
    s3.start();
    s3.createBucket(PodPlan.BUCKET);
  }

  @AfterAll
  static void stop() {
    s3.close();
  }

  private static CredentialsServer server(Duration lifetime) {
    return new CredentialsServer(s3, SESSION, IDENTITY, lifetime);
  }

  /** A pod that has no keys, and finds none in the home of whoever runs the test. */
  private static PodPlan plan(String name, Counts counts) {
    String none = folder.resolve("none").toString();
    return PodPlan.of(name, name, folder, List.of(counts.document(folder)))
        .on(s3, s3.address())
        .withoutS3Keys()
        .withSecret("AWS_SHARED_CREDENTIALS_FILE", none)
        .withSecret("AWS_CONFIG_FILE", none);
  }

  /** At one go, as a volume of Kubernetes changes. */
  private static Path write(String file, String token) throws IOException {
    Path whole = Files.writeString(folder.resolve(file + ".new"), token);
    return Files.move(whole, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void finish(Counts counts, Pod pod) {
    counts.send(EVENTS);
    counts.end();
    counts.awaitAll(pod);
    secrets.assertNowhere(pod, Set.of(SESSION, IDENTITY, NEXT_IDENTITY));
  }

  @Test
  void shouldRenewItsKeysWhenTheTokenOfItsWebIdentityChanges() throws IOException {
    try (CredentialsServer sts = server(BRIEF);
        Counts counts = new Counts(SharedServices.kafka().address(), "web-identity")) {
      Path token = write("identity", IDENTITY);
      PodPlan plan =
          plan("web-identity", counts)
              .withSecret("AWS_ROLE_ARN", CredentialsServer.ROLE)
              .withSecret("AWS_WEB_IDENTITY_TOKEN_FILE", token.toString())
              .withSecret("AWS_ENDPOINT_URL_STS", sts.url())
              .withSecret("AWS_REGION", "eu-central-1");
      counts.send(EVENTS);
      try (Pod pod = plan.start()) {
        pod.awaitCheckpoint();
        sts.identity(NEXT_IDENTITY);
        pod.awaitFailedCheckpoint(counts);
        assertThat(pod.log()).contains("Check the credentials and what they permit");
        write("identity", NEXT_IDENTITY);
        Until.holds("keys are renewed", () -> sts.issued() > 0, pod::evidence);
        counts.send(EVENTS);
        pod.awaitCheckpoint();
        finish(counts, pod);
      }
    }
  }

  @Test
  void shouldSaveWhenThePodsIdentityHasKeys() throws IOException {
    try (CredentialsServer agent = server(LONG);
        Counts counts = new Counts(SharedServices.kafka().address(), "pod-identity")) {
      PodPlan plan =
          plan("pod-identity", counts)
              .withSecret("AWS_CONTAINER_CREDENTIALS_FULL_URI", agent.url() + "/container")
              .withSecret(
                  "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", write("pod", IDENTITY).toString());
      assertSaves(plan, agent, counts);
    }
  }

  @Test
  void shouldSaveWhenTheInstanceHasKeys() {
    try (CredentialsServer metadata = server(LONG);
        Counts counts = new Counts(SharedServices.kafka().address(), "instance")) {
      PodPlan plan =
          plan("instance", counts).withSecret("AWS_EC2_METADATA_SERVICE_ENDPOINT", metadata.url());
      assertSaves(plan, metadata, counts);
    }
  }

  private static void assertSaves(PodPlan plan, CredentialsServer server, Counts counts) {
    counts.send(EVENTS);
    try (Pod pod = plan.start()) {
      pod.awaitCheckpoint();
      assertThat(server.issued()).isPositive();
      finish(counts, pod);
    }
  }
}
