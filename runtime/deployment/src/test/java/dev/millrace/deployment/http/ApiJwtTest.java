package dev.millrace.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import java.net.URL;
import java.net.http.HttpResponse;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * An application that authenticates callers by signed tokens, as an OIDC provider issues them,
 * beside the API's own token. The keys are made here.
 */
class ApiJwtTest {
  private static final String TOKEN = "f3a9c1d07be2465896a1b2c3d4e5f607";
  private static final String ISSUER = "https://issuer.example";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      withKeys(newKeys())
          .overrideConfigKey("mp.jwt.verify.issuer", ISSUER)
          .overrideRuntimeConfigKey("quarkus.millrace.api.token", TOKEN);

  @SuppressWarnings("NullAway.Init") // set by the extension
  @TestHTTPResource
  URL root;

  @Test
  void shouldAnswerWhenTheCallerHasTheRole() {
    HttpResponse<String> answer = new Caller(root).get("/millrace/functions", signed("millrace"));
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("[]");
  }

  @Test
  void shouldNameTheRoleWhenTheCallerHasNotGotIt() {
    HttpResponse<String> answer = new Caller(root).get("/millrace/functions", signed("customer"));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("role=millrace").contains("quarkus.millrace.api.role");
  }

  @Test
  void shouldRefuseWhenAnotherKeyHasSigned() {
    HttpResponse<String> answer =
        new Caller(root).get("/millrace/functions", token("millrace").sign(newKeys().getPrivate()));
    assertThat(answer.statusCode()).isEqualTo(401);
  }

  @Test
  void shouldAlsoTakeTheApisOwnToken() {
    assertThat(new Caller(root).get("/millrace/functions", TOKEN).statusCode()).isEqualTo(200);
    assertThat(new Caller(root).get("/millrace/functions").statusCode()).isEqualTo(401);
  }

  @Test
  void shouldLeaveTheApplicationsOwnResourcesToItsMechanism() {
    assertThat(new Caller(root).get("/own/guarded", signed("customer")).statusCode())
        .isEqualTo(200);
    assertThat(new Caller(root).get("/own/guarded", TOKEN).statusCode()).isEqualTo(401);
    assertThat(new Caller(root).get("/own/guarded").statusCode()).isEqualTo(401);
  }

  /** Signed by the key that the application trusts. */
  private static String signed(String role) {
    return token(role).sign();
  }

  private static JwtClaimsBuilder token(String role) {
    return Jwt.issuer(ISSUER).upn("ann").groups(Set.of(role));
  }

  /** The private one is read by {@link JwtClaimsBuilder#sign()}. */
  private static QuarkusUnitTest withKeys(KeyPair keys) {
    return HttpApplication.of()
        .overrideConfigKey("mp.jwt.verify.publickey", pem("PUBLIC KEY", keys.getPublic()))
        .overrideConfigKey("smallrye.jwt.sign.key", pem("PRIVATE KEY", keys.getPrivate()));
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String kind, Key key) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----";
  }
}
