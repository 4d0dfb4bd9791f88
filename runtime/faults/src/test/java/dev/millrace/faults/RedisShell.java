package dev.millrace.faults;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.services.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;

/** Says a single command to Redis, as an operator at {@code redis-cli} would. */
final class RedisShell {
  private RedisShell() {}

  /**
   * Sends a command.
   *
   * @return the first line of the answer
   */
  static String say(RedisServer redis, String command) {
    URI uri = URI.create(redis.uri());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))
          .readLine();
    } catch (IOException e) {
      throw new UncheckedIOException("Expected Redis to answer, but it does not: " + command, e);
    }
  }
}
