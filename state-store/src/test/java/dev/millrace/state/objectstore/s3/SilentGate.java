package dev.millrace.state.objectstore.s3;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;

/** Ends the connection of every write with no answer, as one sees it that is refused half-way. */
final class SilentGate extends Gate {
  SilentGate(URI server) throws IOException {
    super(server);
    open();
  }

  @Override
  boolean isGood(String head) {
    return !head.startsWith("PUT");
  }

  @Override
  void refuse(String head, OutputStream client) {}
}
