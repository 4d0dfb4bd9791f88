package dev.millrace.services;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One inline command over a connection of its own; the first line of the reply. */
final class Resp {
  private Resp() {}

  static String call(RedisServer redis, String command) throws IOException {
    String[] hostAndPort = redis.address().split(":", 2);
    try (Socket socket = new Socket(hostAndPort[0], Integer.parseInt(hostAndPort[1]))) {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      return in.readLine();
    }
  }
}
