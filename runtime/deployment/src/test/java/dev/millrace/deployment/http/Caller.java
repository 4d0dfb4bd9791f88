package dev.millrace.deployment.http;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls an application over HTTP. */
final class Caller {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private final URL root;

  Caller(URL root) {
    this.root = root;
  }

  /** GET, without any credential. */
  HttpResponse<String> get(String path) {
    return send(request(path));
  }

  /** GET with a bearer token. */
  HttpResponse<String> get(String path, String token) {
    return send(request(path).header("Authorization", "Bearer " + token));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://" + root.getHost() + ":" + root.getPort() + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(request.timeout(ANSWER).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
