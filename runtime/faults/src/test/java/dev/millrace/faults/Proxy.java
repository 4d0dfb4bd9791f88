package dev.millrace.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a server and passes bytes on; slowly, or only some of them, if told so. */
final class Proxy implements AutoCloseable {
  private static final int BUFFER_BYTES = 4_096;

  private final URI server;
  private final ServerSocket socket;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile long delayMs;
  private volatile int cutAfterBytes = Integer.MAX_VALUE;

  /** Starts a proxy of that server. */
  Proxy(String server) {
    this.server = URI.create(server);
    try {
      this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /** Where clients find it. */
  String address() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  /** From now on every piece of an answer waits so long. */
  void delay(long ms) {
    delayMs = ms;
  }

  /** From now on a connection ends once a client has sent so many bytes over it. */
  void cutAfter(int bytes) {
    cutAfterBytes = bytes;
  }

  /** Passes on everything at once, as at first. */
  void heal() {
    delayMs = 0;
    cutAfterBytes = Integer.MAX_VALUE;
  }

  /** Connections that were cut. */
  int cuts() {
    return cuts.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      acceptOne();
    }
  }

  private void acceptOne() {
    try {
      Socket client = socket.accept();
      try {
        Socket upstream = new Socket(server.getHost(), server.getPort());
        threads.execute(() -> pass(client, upstream, true));
        threads.execute(() -> pass(upstream, client, false));
      } catch (IOException e) {
        // The server is away: the client is to see its connection closed.
        client.close();
      }
    } catch (IOException e) {
      // The proxy itself was closed.
      return;
    }
  }

  private void pass(Socket from, Socket to, boolean fromClient) {
    byte[] buffer = new byte[BUFFER_BYTES];
    long passed = 0;
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        passed += n;
        if (fromClient && passed > cutAfterBytes) {
          cuts.incrementAndGet();
          return;
        }
        if (!fromClient) {
          TimeUnit.MILLISECONDS.sleep(delayMs);
        }
        out.write(buffer, 0, n);
        out.flush();
      }
    } catch (IOException e) {
      // One side has gone; closing tells the other.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
