package dev.millrace.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import java.net.URL;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application without any authentication of its own, with the API's token set. */
class ApiTokenTest {
  private static final String TOKEN = "f3a9c1d07be2465896a1b2c3d4e5f607";

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      HttpApplication.of()
          .overrideConfigKey("quarkus.smallrye-jwt.enabled", "false")
          .overrideRuntimeConfigKey("quarkus.millrace.api.token", TOKEN);

  @SuppressWarnings("NullAway.Init") // set by the extension
  @TestHTTPResource
  URL root;

  @Test
  void shouldAnswerWhenTheTokenIsSent() {
    HttpResponse<String> answer = new Caller(root).get("/millrace/functions", TOKEN);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("[]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/millrace/functions",
        "/millrace/functions/",
        "//millrace//functions",
        "/x/../millrace/functions",
        "/millrace;a=b/functions",
        "/millrace/functions;a=b",
        "/millrace/%66unctions",
        "/millrace/functions/orders",
        "/millrace/functions/orders/windows?key=k"
      })
  void shouldNotAnswerHoweverThePathIsWrittenWhenNoTokenIsSent(String path) {
    HttpResponse<String> answer = new Caller(root).get(path);
    assertThat(answer.statusCode()).isIn(401, 404);
    assertThat(answer.body()).doesNotContain("[]").doesNotContain("Expected a function");
  }

  @Test
  void shouldSayWhatToSendWhenNoTokenIsSent() {
    HttpResponse<String> answer = new Caller(root).get("/millrace/functions");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).contains("json");
    assertThat(answer.body())
        .contains("quarkus.millrace.api.token")
        .contains("Authorization: Bearer <token>")
        .doesNotContain(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f3a9c1d07be2465896a1b2c3d4e5f608",
        "f3a9c1d07be2465896a1b2c3d4e5f60",
        "f3a9c1d07be2465896a1b2c3d4e5f6070",
        "F3A9C1D07BE2465896A1B2C3D4E5F607",
        "x"
      })
  void shouldRefuseWhenAnotherTokenIsSent(String token) {
    HttpResponse<String> answer = new Caller(root).get("/millrace/functions", token);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("bears none or another").doesNotContain(token + "\"");
  }

  @Test
  void shouldSayWhichFunctionsThereAreWhenAnotherIsAskedFor() {
    HttpResponse<String> answer = new Caller(root).get("/millrace/functions/ordres", TOKEN);
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body()).contains("function=ordres").contains("functions=[");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/q/health/live", "/own/open"})
  void shouldLeaveOtherPathsOpen(String path) {
    assertThat(new Caller(root).get(path).statusCode()).isEqualTo(200);
  }

  @Test
  void shouldNotOpenTheApplicationsOwnResourcesByTheToken() {
    assertThat(new Caller(root).get("/own/guarded", TOKEN).statusCode()).isEqualTo(401);
  }
}
