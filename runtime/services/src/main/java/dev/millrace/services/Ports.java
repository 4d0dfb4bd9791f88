package dev.millrace.services;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Free ports of the loopback interface. */
public final class Ports {
  private static final int CONNECT_TIMEOUT_MS = 500;
  private static final int TRIES = 100;

  /** Below those that the system gives to outgoing connections: one may take a port at any time. */
  private static final int FIRST = 15_000;

  private static final int END = 32_000;

  private Ports() {}

  /**
   * A port that is free now and that nobody is given by chance; any, so that two processes that
   * look for one hardly find the same.
   */
  public static int free() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port)) {
        return port;
      }
    }
    throw new ServiceException(
        "Expected a free port, but found none: from=" + FIRST + ", below=" + END);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether something listens on the port. */
  public static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_TIMEOUT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
