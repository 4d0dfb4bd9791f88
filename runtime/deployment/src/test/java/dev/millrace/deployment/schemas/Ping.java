package dev.millrace.deployment.schemas;

import com.google.protobuf.GeneratedMessage;

/** A message of Protobuf, with the builder that each has. */
public abstract class Ping extends GeneratedMessage {
  private static final long serialVersionUID = 1;

  /** Has a class of its own without a name, as a message's parser has. */
  static final Runnable PARSER =
      new Runnable() {
        @Override
        public void run() {}
      };

  /** Makes pings. */
  public abstract static class Builder {}
}
