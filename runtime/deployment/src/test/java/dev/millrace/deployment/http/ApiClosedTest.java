package dev.millrace.deployment.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusUnitTest;
import io.quarkus.test.common.http.TestHTTPResource;
import java.net.URL;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application in which nobody has thought of the API. */
class ApiClosedTest {

  @RegisterExtension
  static final QuarkusUnitTest APPLICATION =
      HttpApplication.of().overrideConfigKey("quarkus.smallrye-jwt.enabled", "false");

  @SuppressWarnings("NullAway.Init") // set by the extension
  @TestHTTPResource
  URL root;

  @Test
  void shouldBeClosedAndSayHowToOpenItWhenNothingIsSet() {
    HttpResponse<String> answer = new Caller(root).get("/millrace/functions");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .contains("no token is set")
        .contains("QUARKUS_MILLRACE_API_TOKEN")
        .contains("quarkus-oidc");
  }

  @Test
  void shouldStayClosedWhenATokenIsSentButNoneIsSet() {
    assertThat(new Caller(root).get("/millrace/functions", "").statusCode()).isEqualTo(401);
    assertThat(new Caller(root).get("/millrace/functions", "null").statusCode()).isEqualTo(401);
  }
}
