package dev.millrace.state.objectstore.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands before an S3 server and keeps some requests from it. All others are passed on as they are:
 * they are signed, with the name of the host too.
 */
abstract class Gate implements AutoCloseable {
  static final String HEAD_END = "\r\n\r\n";
  private static final Pattern LENGTH = Pattern.compile("content-length: *(\\d+)");

  private final URI server;
  private final ServerSocket socket;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  Gate(URI server) throws IOException {
    this.server = server;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /** To be called when whoever extends this is ready. */
  final void open() {
    threads.execute(this::accept);
  }

  /** Where clients find it. */
  public final URI address() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }

  /** Whether a request passes; called by many threads. */
  abstract boolean isGood(String head);

  /** What the client gets to hear of one that does not; its connection is closed after it. */
  abstract void refuse(String head, OutputStream client) throws IOException;

  private void accept() {
    try {
      while (true) {
        Socket client = socket.accept();
        threads.execute(() -> serve(client));
      }
    } catch (IOException closed) {
      return;
    }
  }

  /** One request after the other; answers come by themselves. */
  private void serve(Socket client) {
    try (client;
        Socket upstream = new Socket(server.getHost(), server.getPort())) {
      threads.execute(() -> answer(upstream, client));
      InputStream in = new BufferedInputStream(client.getInputStream());
      OutputStream out = upstream.getOutputStream();
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        byte[] body = in.readNBytes(length(head));
        if (!isGood(head)) {
          refuse(head, client.getOutputStream());
          return;
        }
        out.write(head.getBytes(ISO_8859_1));
        out.write(body);
        out.flush();
      }
    } catch (IOException gone) {
      return;
    }
  }

  private static void answer(Socket upstream, Socket client) {
    try {
      upstream.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException gone) {
      return;
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || head.lastIndexOf(HEAD_END) != head.length() - 4) {
      int next = in.read();
      if (next < 0 && head.length() == 0) {
        return "";
      }
      if (next < 0) {
        throw new EOFException("Expected the rest of a request, but got: " + head);
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static int length(String head) {
    Matcher length = LENGTH.matcher(head.toLowerCase(Locale.ROOT));
    return length.find() ? Integer.parseInt(length.group(1)) : 0;
  }

  static String firstLine(String head) {
    return head.substring(0, head.indexOf('\r'));
  }

  @Override
  public final void close() throws IOException {
    threads.shutdownNow();
    socket.close();
  }
}
