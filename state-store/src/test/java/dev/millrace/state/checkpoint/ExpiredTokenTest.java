package dev.millrace.state.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.state.StateSnapshot.PinnedState;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import dev.millrace.state.objectstore.s3.LocalS3;
import dev.millrace.state.objectstore.s3.S3ObjectStore;
import dev.millrace.state.objectstore.s3.TokenGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

/**
 * Case S05: credentials expire in the middle of an upload in parts. What was begun is discarded,
 * and the whole is sent once more with new ones; where there are none, there is no checkpoint.
 */
class ExpiredTokenTest {
  private static final CheckpointLocation LOCATION = new CheckpointLocation("ns", "fn", 3);
  private static final String OLD = "old-token";
  private static final String NEW = "new-token";

  /** Three parts of 5 MiB at most. */
  private static final int FILE_BYTES = 11 << 20;

  private static final String FIRST_PART = "partNumber=1";
  private static final String SECOND_PART = "partNumber=2";
  private static final long LONG_HENCE_MS = Long.MAX_VALUE / 2_000_000;

  private static LocalS3 server;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    server = new LocalS3();
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
  }

  private PinnedState pinned(byte[] content) throws IOException {
    Path directory = Files.createDirectories(folder.resolve("pinned"));
    Files.write(directory.resolve("000001.sst"), content);
    return new PinnedState(directory, List.of("000001.sst"), new byte[0]);
  }

  private static byte[] content() {
    byte[] content = new byte[FILE_BYTES];
    new SplittableRandom(5).nextBytes(content);
    return content;
  }

  private static CheckpointManifest upload(ObjectStore objects, PinnedState pinned) {
    return new CheckpointStore(objects, LOCATION)
        .upload(
            pinned,
            CheckpointId.parse("1-1"),
            new CheckpointInfo(1, 0, "fingerprint", "v1", null, 1, Map.of()),
            Runnable::run,
            TransferListener.NONE);
  }

  private static ObjectStore open(TokenGate gate, String path, AwsCredentialsProvider keys) {
    return S3ObjectStore.open(LocalS3.BUCKET, path, server.settings(gate.address()), keys);
  }

  @Test
  void shouldUploadTheWholeOnceMoreWhenTheTokenExpiresWithinAnUploadInParts() throws Exception {
    byte[] content = content();
    try (TokenGate gate = new TokenGate(server.address(), OLD, FIRST_PART);
        PinnedState pinned = pinned(content);
        ObjectStore objects =
            open(gate, "renewed", () -> LocalS3.session(gate.refused().isEmpty() ? OLD : NEW))) {
      CheckpointManifest manifest = upload(objects, pinned);

      // The client may send a refused part once more, if the connection is closed before it has
      // read
      // the refusal; that is the same request of the same upload.
      assertThat(gate.refused().stream().distinct())
          .singleElement()
          .asString()
          .contains(SECOND_PART);
      assertThat(new CheckpointStore(objects, LOCATION).list()).containsExactly(manifest.id());
      assertThat(objects.get(LOCATION.file(manifest.files().get(0)))).isEqualTo(content);
      assertThat(objects.discardUnfinished("", LONG_HENCE_MS)).as("left open").isZero();
    }
  }

  @Test
  void shouldHaveNoCheckpointWhenTheTokenExpiresWithinAnUploadAndThereIsNoOther() throws Exception {
    byte[] content = content();
    try (TokenGate gate = new TokenGate(server.address(), OLD, FIRST_PART);
        PinnedState pinned = pinned(content);
        ObjectStore refused = open(gate, "expired", () -> LocalS3.session(OLD));
        ObjectStore renewed = open(gate, "expired", () -> LocalS3.session(NEW))) {
      assertThatThrownBy(() -> upload(refused, pinned))
          .isInstanceOf(TransientObjectStoreException.class)
          .hasMessageContaining("expired");
      assertThat(gate.hasExpired()).isTrue();
      assertThat(renewed.list("")).isEmpty();

      CheckpointManifest manifest = upload(renewed, pinned);
      assertThat(renewed.get(LOCATION.file(manifest.files().get(0)))).isEqualTo(content);
      assertThat(renewed.discardUnfinished("", LONG_HENCE_MS)).as("left open, found").isOne();
    }
  }
}
