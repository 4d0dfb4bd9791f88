package dev.millrace.state.checkpoint;

import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.s3.LocalS3;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class S3CheckpointStoreTest extends CheckpointStoreTestKit {
  private static @Nullable LocalS3 server;
  private static int paths;

  @BeforeAll
  static void start() throws Exception {
    server = new LocalS3();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  @Override
  ObjectStore newStore() {
    return Objects.requireNonNull(server).open("run-" + paths++);
  }
}
