package dev.millrace.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Issues signed tokens (RFC 7519) to clients that know the secret, by the client-credentials grant
 * of OAuth 2.0 (RFC 6749, 4.4), and publishes its key (RFC 7517), as an identity provider does.
 */
final class TokenIssuer implements AutoCloseable {
  static final String CLIENT = "pod";
  private static final String AUDIENCE = "kafka";
  private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

  private final HttpServer server;
  private final KeyPair keys;
  private final String secret;
  private final Duration lifetime;
  private final AtomicInteger issued = new AtomicInteger();
  private final Set<String> tokens = ConcurrentHashMap.newKeySet();

  /** Starts it on a free port. */
  TokenIssuer(String secret, Duration lifetime) {
    this.secret = secret;
    this.lifetime = lifetime;
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      this.keys = generator.generateKeyPair();
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/token", this::token);
    server.createContext("/keys", exchange -> answer(exchange, 200, jwks()));
    server.start();
  }

  String tokenUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/token";
  }

  String keysUrl() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/keys";
  }

  static String audience() {
    return AUDIENCE;
  }

  /** Number of tokens issued so far. */
  int issued() {
    return issued.get();
  }

  /** All tokens issued so far. */
  Set<String> tokens() {
    return Set.copyOf(tokens);
  }

  private void token(HttpExchange exchange) throws IOException {
    String expected =
        "Basic " + Base64.getEncoder().encodeToString((CLIENT + ":" + secret).getBytes(UTF_8));
    if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      answer(exchange, 401, "{\"error\":\"invalid_client\"}");
      return;
    }
    String token = newToken();
    tokens.add(token);
    issued.incrementAndGet();
    answer(
        exchange,
        200,
        "{\"access_token\":\""
            + token
            + "\",\"token_type\":\"Bearer\",\"expires_in\":"
            + lifetime.toSeconds()
            + "}");
  }

  private String newToken() {
    long now = Instant.now().getEpochSecond();
    String head = encode("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"1\"}");
    String claims =
        encode(
            "{\"sub\":\"pod\",\"scope\":\"kafka\",\"aud\":\""
                + AUDIENCE
                + "\",\"iat\":"
                + now
                + ",\"exp\":"
                + (now + lifetime.toSeconds())
                + "}");
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update((head + "." + claims).getBytes(UTF_8));
      return head + "." + claims + "." + URL.encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private String jwks() {
    RSAPublicKey key = (RSAPublicKey) keys.getPublic();
    return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"1\",\"n\":\""
        + number(key.getModulus())
        + "\",\"e\":\""
        + number(key.getPublicExponent())
        + "\"}]}";
  }

  /** Unsigned, big-endian. */
  private static String number(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int sign = bytes[0] == 0 ? 1 : 0;
    return URL.encodeToString(Arrays.copyOfRange(bytes, sign, bytes.length));
  }

  private static String encode(String json) {
    return URL.encodeToString(json.getBytes(UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
