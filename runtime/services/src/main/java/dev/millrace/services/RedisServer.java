package dev.millrace.services;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A Redis server that keeps what it acknowledged (append-only file) and evicts nothing (L6). */
public final class RedisServer extends LocalService {
  private static final int TIMEOUT_MS = 1_000;
  private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Path folder;
  private final int port;
  private final List<String> options;

  /**
   * A server whose data and log lie in the folder.
   *
   * @param options added to the command line, for example {@code "--requirepass", "secret"}
   */
  public RedisServer(Path folder, String... options) {
    super("Redis");
    this.folder = folder.toAbsolutePath();
    this.port = Ports.free();
    this.options = List.of(options);
  }

  @Override
  ChildProcess launch() {
    List<String> command =
        new ArrayList<>(
            List.of(
                RedisBinary.locate().toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--appendonly",
                "yes",
                "--maxmemory-policy",
                "noeviction"));
    command.addAll(options);
    return ChildProcess.start("Redis", command, folder, log(), Map.of());
  }

  /** Any answer will do: one that asks for a password is up; one that still loads is not. */
  @Override
  boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MS);
      socket.setSoTimeout(TIMEOUT_MS);
      OutputStream out = socket.getOutputStream();
      out.write(PING);
      out.flush();
      return isUp(socket.getInputStream());
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isUp(InputStream in) throws IOException {
    String reply = new String(in.readNBytes(5), StandardCharsets.US_ASCII);
    return reply.equals("+PONG") || reply.equals("-NOAU");
  }

  /** Host and port. */
  @Override
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** The address as Quarkus and most clients want it. */
  public String uri() {
    return "redis://" + address();
  }

  /** What the server prints. */
  public Path log() {
    return folder.resolve("redis.log");
  }
}
