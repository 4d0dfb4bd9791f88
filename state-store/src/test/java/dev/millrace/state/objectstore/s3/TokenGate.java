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
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands before an S3 server, which checks signatures but knows no sessions, and refuses requests
 * whose session token has expired as Amazon's S3 does. All others are passed on as they are: they
 * are signed, with the name of the host too.
 */
public final class TokenGate implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("content-length: *(\\d+)");
  private static final String HEAD_END = "\r\n\r\n";
  private static final String EXPIRED =
      "<?xml version=\"1.0\"?><Error><Code>ExpiredToken</Code>"
          + "<Message>The provided token has expired.</Message></Error>";

  private final URI server;
  private final ServerSocket socket;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final String expiring;
  private final String lastRequest;
  private volatile boolean expired;

  /**
   * Opens the gate.
   *
   * @param server that it stands before
   * @param expiring the token that expires
   * @param lastRequest text in the first line of the last request that it is good for
   */
  public TokenGate(URI server, String expiring, String lastRequest) throws IOException {
    this.server = server;
    this.expiring = "x-amz-security-token: " + expiring + "\r\n";
    this.lastRequest = lastRequest;
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Where clients find it. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }

  /** Whether the token has expired. */
  public boolean hasExpired() {
    return expired;
  }

  /** First lines of the requests that were refused. */
  public List<String> refused() {
    return refused;
  }

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

  private synchronized boolean isGood(String head) {
    String first = firstLine(head);
    boolean isOld = head.toLowerCase(Locale.ROOT).contains(expiring);
    if (isOld && expired) {
      refused.add(first);
      return false;
    }
    expired |= isOld && first.contains(lastRequest);
    return true;
  }

  private static String firstLine(String head) {
    return head.substring(0, head.indexOf('\r'));
  }

  private static void refuse(String head, OutputStream client) throws IOException {
    String body = firstLine(head).startsWith("HEAD") ? "" : EXPIRED;
    String answer =
        "HTTP/1.1 400 Bad Request\r\nContent-Type: application/xml\r\nConnection: close\r\n"
            + "Content-Length: "
            + body.length()
            + HEAD_END
            + body;
    client.write(answer.getBytes(ISO_8859_1));
    client.flush();
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    socket.close();
  }
}
