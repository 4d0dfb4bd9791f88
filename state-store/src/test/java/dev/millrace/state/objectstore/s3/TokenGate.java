package dev.millrace.state.objectstore.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands before an S3 server, which checks signatures but knows no sessions, and refuses requests
 * whose session token has expired as Amazon's S3 does.
 */
public final class TokenGate extends Gate {
  private static final String EXPIRED =
      "<?xml version=\"1.0\"?><Error><Code>ExpiredToken</Code>"
          + "<Message>The provided token has expired.</Message></Error>";

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
    super(server);
    this.expiring = "x-amz-security-token: " + expiring + "\r\n";
    this.lastRequest = lastRequest;
    open();
  }

  /** Whether the token has expired. */
  public boolean hasExpired() {
    return expired;
  }

  /** First lines of the requests that were refused. */
  public List<String> refused() {
    return refused;
  }

  @Override
  synchronized boolean isGood(String head) {
    String first = firstLine(head);
    boolean isOld = head.toLowerCase(Locale.ROOT).contains(expiring);
    if (isOld && expired) {
      refused.add(first);
      return false;
    }
    expired |= isOld && first.contains(lastRequest);
    return true;
  }

  @Override
  void refuse(String head, OutputStream client) throws IOException {
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
}
