package dev.millrace.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.services.KafkaBroker;
import dev.millrace.services.Ports;
import dev.millrace.services.RedisServer;
import dev.millrace.services.SharedServices;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * A broker and a Redis that talk TLS and ask who it is: SCRAM and signed tokens there, a user with
 * few rights here. The broker authenticates again every few seconds. Beside that each has an open
 * door for the test itself.
 */
final class SecureServices implements AutoCloseable {
  static final Duration TOKEN_LIFETIME = Duration.ofSeconds(8);
  static final String USER = "millrace";
  private static final String ALLOWED_URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";
  private static final String REAUTHENTICATE_MS = "4000";

  /** What a pod needs (docs/operations.md), on its own keys. */
  private static final String REDIS_RIGHTS =
      "resetkeys ~millrace:* -@all +ping +hello +select +info +scan +eval +evalsha +time +hget"
          + " +hgetall +hmget +hset +hdel +del +lindex +lpop +lrange +rpush";

  private final Secrets secrets;
  private final Certificate certificate;
  private final TokenIssuer issuer;
  private final KafkaBroker kafka;
  private final RedisServer redis;
  private final int kafkaPort = Ports.free();
  private final int redisPort = Ports.free();

  /** Starts all. */
  SecureServices(Path folder, Secrets secrets) {
    this.secrets = secrets;
    this.certificate = Certificate.create(folder.resolve("tls"), secrets.store());
    this.issuer = new TokenIssuer(secrets.client(), TOKEN_LIFETIME);
    this.kafka =
        new KafkaBroker(folder.resolve("kafka"), brokerProperties(), Map.of())
            .withJvmOptions(allowedUrls());
    this.redis = new RedisServer(folder.resolve("redis"), redisOptions());
    kafka.start();
    redis.start();
    kafkaPassword(secrets.kafka());
  }

  private Map<String, String> brokerProperties() {
    int controller = Ports.free();
    String listener = "listener.name.sasl_ssl.";
    return Map.ofEntries(
        Map.entry("controller.quorum.voters", "1@127.0.0.1:" + controller),
        Map.entry("listeners", listeners() + ",CONTROLLER://127.0.0.1:" + controller),
        Map.entry("advertised.listeners", listeners()),
        Map.entry("inter.broker.listener.name", "PLAINTEXT"),
        Map.entry(
            "listener.security.protocol.map",
            "PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT"),
        Map.entry("ssl.keystore.type", "PKCS12"),
        Map.entry("ssl.keystore.location", certificate.store().toString()),
        Map.entry("ssl.keystore.password", certificate.password()),
        Map.entry("sasl.enabled.mechanisms", "SCRAM-SHA-512,OAUTHBEARER"),
        Map.entry("connections.max.reauth.ms", REAUTHENTICATE_MS),
        Map.entry(
            listener + "scram-sha-512.sasl.jaas.config",
            "org.apache.kafka.common.security.scram.ScramLoginModule required;"),
        Map.entry(
            listener + "oauthbearer.sasl.jaas.config",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;"),
        Map.entry(
            listener + "oauthbearer.sasl.server.callback.handler.class",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler"),
        Map.entry("sasl.oauthbearer.jwks.endpoint.url", issuer.keysUrl()),
        Map.entry("sasl.oauthbearer.expected.audience", TokenIssuer.audience()));
  }

  private String listeners() {
    return "PLAINTEXT://127.0.0.1:${port},SASL_SSL://127.0.0.1:" + kafkaPort;
  }

  private String allowedUrls() {
    return "-D" + ALLOWED_URLS + "=" + issuer.keysUrl();
  }

  private String[] redisOptions() {
    String tls =
        "--tls-port %d --tls-cert-file %s --tls-key-file %s --tls-auth-clients no"
            .formatted(redisPort, certificate.certificate(), certificate.key());
    String users =
        " --user default on >%s ~* &* +@all --user %s on >%s %s"
            .formatted(secrets.administrator(), USER, secrets.redis(), REDIS_RIGHTS);
    return (tls + users).split(" ");
  }

  /** Bootstrap servers of the open door. */
  String bootstrap() {
    return kafka.address();
  }

  TokenIssuer issuer() {
    return issuer;
  }

  /**
   * A plan whose clients trust the certificate, say who they are to Redis, and find S3 by itself.
   */
  PodPlan plan(PodPlan plan) {
    return plan.withoutCredentials()
        .with("kafka.bootstrap.servers", "127.0.0.1:" + kafkaPort)
        .with("kafka.security.protocol", "SASL_SSL")
        .with("kafka.ssl.truststore.type", "PEM")
        .with("kafka.ssl.truststore.location", certificate.certificate())
        .with("quarkus.redis.tls-configuration-name", "services")
        .with("quarkus.tls.services.trust-store.pem.certs", certificate.certificate())
        .with("quarkus.tls.services.hostname-verification-algorithm", "HTTPS")
        .withSecret("QUARKUS_REDIS_HOSTS", redisUri(secrets.redis()));
  }

  /** The same with SCRAM to Kafka. */
  PodPlan withScram(PodPlan plan, String password) {
    return plan.with("kafka.sasl.mechanism", "SCRAM-SHA-512")
        .withSecret(
            "KAFKA_SASL_JAAS_CONFIG",
            "org.apache.kafka.common.security.scram.ScramLoginModule required username=\""
                + USER
                + "\" password=\""
                + password
                + "\";");
  }

  /** The same with a user and a password of SCRAM in files of that folder. */
  PodPlan withScramFiles(PodPlan plan, Path files) {
    return plan.with("kafka.sasl.mechanism", "SCRAM-SHA-512")
        .with(
            "kafka.sasl.client.callback.handler.class",
            "dev.millrace.runtime.config.CredentialFiles")
        .with(
            "kafka.sasl.jaas.config",
            "org.apache.kafka.common.security.scram.ScramLoginModule required usernameFile=\""
                + files.resolve("username")
                + "\" passwordFile=\""
                + files.resolve("password")
                + "\";");
  }

  /** The same with tokens of the issuer to Kafka. */
  PodPlan withTokens(PodPlan plan) {
    return plan.with("kafka.sasl.mechanism", "OAUTHBEARER")
        .with(
            "kafka.sasl.login.callback.handler.class",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler")
        .with(
            "kafka.sasl.oauthbearer.jwt.validator.class",
            "org.apache.kafka.common.security.oauthbearer.ClientJwtValidator")
        .with("kafka.sasl.oauthbearer.token.endpoint.url", issuer.tokenUrl())
        .with(ALLOWED_URLS, issuer.tokenUrl())
        .with(
            "kafka.sasl.jaas.config",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;")
        .with("kafka.sasl.oauthbearer.client.credentials.client.id", TokenIssuer.CLIENT)
        .withSecret("KAFKA_SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_SECRET", secrets.client());
  }

  /** The address of the ledger for a user with that password. */
  String redisUri(String password) {
    return "rediss://" + USER + ":" + password + "@127.0.0.1:" + redisPort;
  }

  /** Gives the user another password for SCRAM; connections notice when they authenticate again. */
  void kafkaPassword(String password) {
    kafkaPassword(USER, password);
  }

  /** Gives a user a password for SCRAM. */
  void kafkaPassword(String user, String password) {
    ScramCredentialInfo info = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
    alter(new UserScramCredentialUpsertion(user, info, password));
  }

  /** Lets a user in no more. */
  void removeKafkaUser(String user) {
    alter(new UserScramCredentialDeletion(user, ScramMechanism.SCRAM_SHA_512));
  }

  private void alter(UserScramCredentialAlteration alteration) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.address()))) {
      admin.alterUserScramCredentials(List.of(alteration)).all().get();
    } catch (ExecutionException e) {
      throw new AssertionError("Expected to change a user of Kafka, but could not", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while changing a user of Kafka", e);
    }
  }

  /** Lets the user of the ledger in by a further password. */
  void furtherRedisPassword(String password) {
    redis("ACL SETUSER " + USER + " >" + password);
  }

  /** Gives the user of the ledger another password, and ends its connections. */
  void redisPassword(String password) {
    redis("ACL SETUSER " + USER + " resetpass >" + password);
    redis("CLIENT KILL USER " + USER);
  }

  private void redis(String command) {
    int port = Integer.parseInt(redis.address().substring(redis.address().indexOf(':') + 1));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String text = "AUTH " + secrets.administrator() + "\r\n" + command + "\r\n";
      socket.getOutputStream().write(text.getBytes(US_ASCII));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      String first = in.readLine();
      String second = in.readLine();
      if (!"+OK".equals(first) || second == null || second.startsWith("-")) {
        throw new AssertionError("Expected Redis to obey, but it said: " + first + ", " + second);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The S3 server's secret is one of them. */
  static Secrets newSecrets() {
    return Secrets.random(SharedServices.s3().secretKey());
  }

  @Override
  public void close() {
    kafka.close();
    redis.close();
    issuer.close();
  }
}
