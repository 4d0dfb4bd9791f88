package dev.millrace.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.millrace.services.S3Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Where AWS' clients ask for credentials of S3 if they were given none: the token service
 * (AssumeRoleWithWebIdentity), the agent beside a container (EKS Pod Identity), and the metadata of
 * an instance (IMDSv2). All three answer with the same keys, to whoever shows what they ask for.
 */
final class CredentialsServer implements AutoCloseable {
  static final String ROLE = "arn:aws:iam::123456789012:role/pod";
  private static final String METADATA = "/latest/meta-data/iam/security-credentials/";

  private static final String REFUSED =
      """
      <ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <Error>
          <Type>Sender</Type>
          <Code>InvalidIdentityToken</Code>
          <Message>The web identity token that was passed is not valid</Message>
        </Error>
        <RequestId>1</RequestId>
      </ErrorResponse>
      """;

  private final HttpServer server;
  private final S3Server s3;
  private final String sessionToken;
  private final Duration lifetime;
  private final AtomicInteger issued = new AtomicInteger();
  private volatile String identity;

  /**
   * Starts it on a free port.
   *
   * @param s3 whose keys it issues
   * @param sessionToken which goes with them
   * @param identity the token that it asks for
   * @param lifetime of the keys that it issues
   */
  CredentialsServer(S3Server s3, String sessionToken, String identity, Duration lifetime) {
    this.s3 = s3;
    this.sessionToken = sessionToken;
    this.identity = identity;
    this.lifetime = lifetime;
    try {
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::tokenService);
    server.createContext("/container", this::container);
    server.createContext("/latest/", this::instance);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** From now on it asks for another token; the count of those issued begins anew. */
  void identity(String other) {
    identity = other;
    issued.set(0);
  }

  /** How often it has issued keys for the present token. */
  int issued() {
    return issued.get();
  }

  private void tokenService(HttpExchange exchange) throws IOException {
    Map<String, String> form = form(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    boolean isKnown =
        "AssumeRoleWithWebIdentity".equals(form.get("Action"))
            && ROLE.equals(form.get("RoleArn"))
            && identity.equals(form.get("WebIdentityToken"));
    answer(exchange, isKnown ? 200 : 400, isKnown ? assumed() : REFUSED);
  }

  private static Map<String, String> form(String body) {
    return Arrays.stream(body.split("&"))
        .map(field -> field.split("=", 2))
        .filter(field -> field.length == 2)
        .collect(Collectors.toMap(f -> f[0], f -> URLDecoder.decode(f[1], UTF_8)));
  }

  private String assumed() {
    issued.incrementAndGet();
    return """
    <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <AssumeRoleWithWebIdentityResult>
        <AssumedRoleUser>
          <Arn>arn:aws:sts::123456789012:assumed-role/pod/pod</Arn>
          <AssumedRoleId>AROACLKWSDQRAOEXAMPLE:pod</AssumedRoleId>
        </AssumedRoleUser>
        <Credentials>
          <AccessKeyId>%s</AccessKeyId>
          <SecretAccessKey>%s</SecretAccessKey>
          <SessionToken>%s</SessionToken>
          <Expiration>%s</Expiration>
        </Credentials>
      </AssumeRoleWithWebIdentityResult>
      <ResponseMetadata><RequestId>1</RequestId></ResponseMetadata>
    </AssumeRoleWithWebIdentityResponse>
    """
        .formatted(s3.accessKey(), s3.secretKey(), sessionToken, expiration());
  }

  private void container(HttpExchange exchange) throws IOException {
    boolean isKnown = identity.equals(exchange.getRequestHeaders().getFirst("Authorization"));
    answer(exchange, isKnown ? 200 : 401, isKnown ? keys() : "{}");
  }

  /** A session first, and within it the role's name, then its keys. */
  private void instance(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/latest/api/token") && exchange.getRequestMethod().equals("PUT")) {
      exchange.getResponseHeaders().set("x-aws-ec2-metadata-token-ttl-seconds", "21600");
      answer(exchange, 200, identity);
    } else if (!identity.equals(
        exchange.getRequestHeaders().getFirst("x-aws-ec2-metadata-token"))) {
      answer(exchange, 401, "");
    } else if (path.equals(METADATA)) {
      answer(exchange, 200, "pod");
    } else {
      boolean isKnown = path.equals(METADATA + "pod");
      answer(exchange, isKnown ? 200 : 404, isKnown ? keys() : "");
    }
  }

  private String keys() {
    issued.incrementAndGet();
    return """
    {"Code": "Success", "Type": "AWS-HMAC", "LastUpdated": "%s", "AccessKeyId": "%s",
     "SecretAccessKey": "%s", "Token": "%s", "Expiration": "%s"}
    """
        .formatted(Instant.now(), s3.accessKey(), s3.secretKey(), sessionToken, expiration());
  }

  private Instant expiration() {
    return Instant.now().plus(lifetime);
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
