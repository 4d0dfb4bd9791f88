package dev.millrace.deployment.http;

import io.quarkus.test.QuarkusUnitTest;

/** An application with the HTTP API, without functions, and with resources of its own. */
final class HttpApplication {
  private HttpApplication() {}

  static QuarkusUnitTest of() {
    return new QuarkusUnitTest()
        .withApplicationRoot(jar -> jar.addPackage(HttpApplication.class.getPackage()))
        .overrideConfigKey("quarkus.devservices.enabled", "false")
        .overrideConfigKey("quarkus.redis.hosts", "redis://localhost:6379")
        .overrideConfigKey("quarkus.http.test-port", "0");
  }
}
