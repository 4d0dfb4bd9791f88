package dev.millrace.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import io.restassured.response.Response;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Health, metrics and the HTTP API, of one pod that has counted two events. */
class HttpIT {
  @TempDir static Path folder;
  private static Topics topics;
  private static Pod pod;

  @BeforeAll
  static void start() {
    topics = new Topics(Services.shared().kafka());
    topics.create(1, "http-in", "http-panes");
    Path document =
        Documents.write(
            folder,
            "http",
            """
            window: {tumbling: {size: 10s}}
            watermarks: {outOfOrderness: 0s, idleTimeout: never}
            aggregates: {n: count}
            """);
    topics.send("http-in", "k", "{\"at\":1000}");
    topics.send("http-in", "k", "{\"at\":11000}");
    topics.flush();
    pod = Pod.ready(Pod.Plan.of("http", folder, Services.shared(), document));
    pod.awaitMetric("millrace_panes_total", "on-time", 1);
  }

  @AfterAll
  static void stop() {
    pod.close();
    topics.close();
  }

  private static Response answer(@Nullable Response response) {
    return Objects.requireNonNull(response, "an answer");
  }

  @Test
  void shouldBeStartedReadyAndAliveWhenAllIsWell() {
    for (String kind : new String[] {"started", "ready", "live"}) {
      answer(pod.getAsStranger("/q/health/" + kind))
          .then()
          .statusCode(200)
          .body("status", equalTo("UP"));
    }
    answer(pod.getAsStranger("/q/health/ready")).then().body("checks.data.http", hasItem("ready"));
  }

  @Test
  void shouldTellFiguresOfTheFunctionWhenAskedForMetrics() {
    answer(pod.getAsStranger("/q/metrics"))
        .then()
        .statusCode(200)
        .body(containsString("millrace_lag{"))
        .body(containsString("millrace_watermark"));
    assertThat(pod.metric("millrace_records_total", "http")).isEqualTo(2);
  }

  @Test
  void shouldBeClosedWhenNobodyHasAToken() {
    answer(pod.getAsStranger("/millrace/functions")).then().statusCode(401);
    answer(pod.getAsStranger("/q/openapi")).then().statusCode(401);
  }

  @Test
  void shouldShowFunctionsAndPartitionsWhenAskedWithTheToken() {
    answer(pod.get("/millrace/functions"))
        .then()
        .statusCode(200)
        .body("name", contains("http"))
        .body("[0].guarantee", equalTo("exactly-once"))
        .body("[0].partitions.phase", contains("live"))
        .body("[0].partitions.records", contains(2))
        .body("[0].partitions[0].panes.on-time", equalTo(1));
  }

  @Test
  void shouldShowOpenAndClosedWindowsWhenAskedForAKey() {
    answer(pod.get("/millrace/functions/http/windows?key=k"))
        .then()
        .statusCode(200)
        .body("windows.state", contains("closed", "open"))
        .body("windows[1].start", equalTo("1970-01-01T00:00:10Z"))
        .body("windows[1].result", containsString("\"n\":1"));
  }

  @Test
  void shouldSayWhatIsMissingWhenThereIsNoSuchFunction() {
    answer(pod.get("/millrace/functions/none"))
        .then()
        .statusCode(404)
        .body("message", containsString("Expected a function of this pod"));
  }

  @Test
  void shouldDescribeItselfWhenAskedForOpenApi() {
    answer(pod.get("/q/openapi"))
        .then()
        .statusCode(200)
        .body(containsString("/millrace/functions/{function}/windows"));
  }
}
