package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS to Kafka and Redis, SASL (SCRAM, PLAIN) to Kafka: what a native image leaves out gladly. */
class SecurityIT {
  private static final String USER = "millrace";
  private static final String SECRET = "secret-of-the-user-under-test";
  private static final String LISTENER = "kafka.listener.name.sasl_ssl.";

  @TempDir static Path folder;
  private static int kafkaPort;
  private static int redisPort;
  private static Tls tls;
  private static Services services;
  private static Topics topics;

  @BeforeAll
  static void start()
      throws IOException, GeneralSecurityException, ExecutionException, InterruptedException {
    tls = Tls.create(folder);
    kafkaPort = freePort();
    redisPort = freePort();
    services = Services.start("secure", settings());
    topics = new Topics(services.kafka());
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", services.kafka()))) {
      ScramCredentialInfo info = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
      admin
          .alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(USER, info, SECRET)))
          .all()
          .get();
    }
  }

  @AfterAll
  static void stop() {
    topics.close();
    services.close();
  }

  /** Below those that the system gives to outgoing connections, which may take one at any time. */
  private static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Somebody has it.
      }
    }
  }

  /** Beside the listener under test each service keeps an open one, for the test. */
  private static Properties settings() {
    Properties all = new Properties();
    String listeners = "PLAINTEXT://127.0.0.1:${port},SASL_SSL://127.0.0.1:" + kafkaPort;
    int controller = freePort();
    all.setProperty("kafka.controller.quorum.voters", "1@127.0.0.1:" + controller);
    all.setProperty("kafka.listeners", listeners + ",CONTROLLER://127.0.0.1:" + controller);
    all.setProperty("kafka.advertised.listeners", listeners);
    all.setProperty("kafka.inter.broker.listener.name", "PLAINTEXT");
    all.setProperty(
        "kafka.listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT");
    all.setProperty("kafka.ssl.keystore.type", "PKCS12");
    all.setProperty("kafka.ssl.keystore.location", tls.store().toString());
    all.setProperty("kafka.ssl.keystore.password", Tls.PASSWORD);
    all.setProperty("kafka.sasl.enabled.mechanisms", "SCRAM-SHA-512,PLAIN");
    all.setProperty(
        LISTENER + "scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    all.setProperty(
        LISTENER + "plain.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_"
            + USER
            + "=\""
            + SECRET
            + "\";");
    all.setProperty(
        "redis.options",
        "--tls-port %d --tls-cert-file %s --tls-key-file %s --tls-auth-clients no --user %s on >%s ~* +@all"
            .formatted(redisPort, tls.certificate(), tls.key(), USER, SECRET));
    return all;
  }

  private static Pod.Plan plan(String name, Path document) {
    return Pod.Plan.of(name, folder, services, document)
        .without("quarkus.redis.hosts")
        .with("kafka.bootstrap.servers", "127.0.0.1:" + kafkaPort)
        .with("kafka.security.protocol", "SASL_SSL")
        .with("kafka.ssl.truststore.type", "PEM")
        .with("kafka.ssl.truststore.location", tls.certificate().toString())
        .with("quarkus.redis.tls-configuration-name", "services")
        .with("quarkus.tls.services.trust-store.pem.certs", tls.certificate().toString())
        .with("quarkus.tls.services.hostname-verification-algorithm", "HTTPS")
        .withSecret(
            "QUARKUS_REDIS_HOSTS", "rediss://" + USER + ":" + SECRET + "@127.0.0.1:" + redisPort);
  }

  private static Pod.Plan with(Pod.Plan plan, String mechanism, String module, String password) {
    return plan.with("kafka.sasl.mechanism", mechanism)
        .withSecret(
            "KAFKA_SASL_JAAS_CONFIG",
            "org.apache.kafka.common.security.%s required username=\"%s\" password=\"%s\";"
                .formatted(module, USER, password));
  }

  private static void assertWorks(String name, String mechanism, String module) {
    Visits visits = new Visits(name, topics);
    visits.send(100);
    visits.end();
    Pod.Plan plan = with(plan(name, visits.document(folder)), mechanism, module, SECRET);
    try (Pod pod = Pod.ready(plan)) {
      visits.awaitAll(pod);
      assertThat(visits.seen()).isEqualTo(visits.expected());
      assertThat(pod.log()).doesNotContain(SECRET);
    }
  }

  @Test
  void shouldWorkOverTlsWhenKafkaAsksByScram() {
    assertWorks("scram", "SCRAM-SHA-512", "scram.ScramLoginModule");
  }

  @Test
  void shouldWorkOverTlsWhenKafkaAsksForAPlainPassword() {
    assertWorks("plain", "PLAIN", "plain.PlainLoginModule");
  }

  @Test
  void shouldSayWhatIsWrongWhenThePasswordIs() {
    Visits visits = new Visits("wrong", topics);
    Pod.Plan plan =
        with(
            plan("wrong", visits.document(folder)),
            "SCRAM-SHA-512",
            "scram.ScramLoginModule",
            "another");
    try (Pod pod = plan.start(Artifact.stock())) {
      pod.awaitText("/q/health/ready", "Expected Kafka to accept the pod's credentials");
    }
  }
}
