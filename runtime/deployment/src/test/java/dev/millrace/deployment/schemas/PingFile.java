package dev.millrace.deployment.schemas;

import com.google.protobuf.Descriptors.FileDescriptor;
import org.jspecify.annotations.Nullable;

/** The file of messages, as compilers before GeneratedFile made it. */
public final class PingFile {
  private PingFile() {}

  /** What the file declares. */
  public static @Nullable FileDescriptor getDescriptor() {
    return null;
  }
}
