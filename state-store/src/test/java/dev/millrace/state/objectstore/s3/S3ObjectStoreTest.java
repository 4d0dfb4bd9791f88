package dev.millrace.state.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.state.objectstore.BucketNotFoundException;
import dev.millrace.state.objectstore.ObjectAccessDeniedException;
import dev.millrace.state.objectstore.ObjectNotFoundException;
import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStoreTestKit;
import dev.millrace.state.objectstore.S3Settings;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sts.model.StsException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3ObjectStoreTest implements ObjectStoreTestKit {
  private final LocalS3 server;
  private int paths;

  S3ObjectStoreTest() throws Exception {
    server = new LocalS3();
  }

  @AfterAll
  void stop() throws Exception {
    server.stop();
  }

  @Override
  public ObjectStore newStore() {
    return server.open("/path-" + paths++ + "/below/");
  }

  @Test
  void shouldSayDeniedWhenSecretIsWrong() {
    try (ObjectStore store =
        S3ObjectStore.open(
            LocalS3.BUCKET, "", server.settings(), LocalS3.credentials("wrong secret"))) {
      assertThatThrownBy(() -> store.put("a", new byte[0]))
          .isInstanceOf(ObjectAccessDeniedException.class)
          .hasMessageContaining("s3://bucket/")
          .hasMessageNotContaining("wrong secret");
    }
  }

  /**
   * A server that refuses before it has read the body closes the connection while it is still
   * written to, and the answer goes down with it.
   */
  @Test
  void shouldSayWhyWhenWriteWasRefusedBeforeItWasRead(@TempDir Path folder) throws IOException {
    Path large = Files.write(folder.resolve("large"), new byte[100_000]);
    try (SilentGate gate = new SilentGate(server.address());
        ObjectStore denied =
            S3ObjectStore.open(
                LocalS3.BUCKET,
                "",
                server.settings(gate.address()),
                LocalS3.credentials("wrong secret"));
        ObjectStore missing =
            S3ObjectStore.open(
                "none", "", server.settings(gate.address()), LocalS3.credentials("right"));
        ObjectStore cut =
            S3ObjectStore.open(
                LocalS3.BUCKET,
                "",
                server.settings(gate.address()),
                LocalS3.credentials("right"))) {
      assertThatThrownBy(() -> denied.put("a", new byte[1]))
          .isInstanceOf(ObjectAccessDeniedException.class)
          .hasMessageContaining("signature")
          .hasMessageContaining("key=a");
      assertThatThrownBy(() -> denied.putIfAbsent("a", new byte[1]))
          .isInstanceOf(ObjectAccessDeniedException.class);
      assertThatThrownBy(() -> denied.putFile("a", large))
          .isInstanceOf(ObjectAccessDeniedException.class);
      assertThatThrownBy(() -> missing.put("a", new byte[1]))
          .isInstanceOf(BucketNotFoundException.class);
      assertThatThrownBy(() -> cut.put("a", new byte[1]))
          .isInstanceOf(TransientObjectStoreException.class)
          .hasMessageContaining("Check the endpoint and the network");
    }
  }

  @Test
  void shouldSayDeniedWhenWhoeverHasTheKeysDoesNotGiveThem() {
    AwsCredentialsProvider refused =
        () -> {
          throw StsException.builder().statusCode(400).message("invalid token").build();
        };
    try (ObjectStore store = S3ObjectStore.open(LocalS3.BUCKET, "", server.settings(), refused)) {
      assertThatThrownBy(() -> store.put("a", new byte[0]))
          .isInstanceOf(ObjectAccessDeniedException.class)
          .hasMessageContaining("invalid token")
          .hasMessageContaining("Check the credentials");
    }
  }

  @Test
  void shouldSayNotFoundWhenBucketIsMissing() {
    try (ObjectStore store =
        S3ObjectStore.open("none", "", server.settings(), LocalS3.credentials("right"))) {
      assertThatThrownBy(() -> store.put("a", new byte[0]))
          .isInstanceOf(ObjectNotFoundException.class);
      assertThatThrownBy(() -> store.list("a")).isInstanceOf(ObjectNotFoundException.class);
    }
  }

  @Test
  void shouldSayTransientWhenNobodyAnswers() throws IOException {
    int unused;
    try (ServerSocket socket = new ServerSocket(0)) {
      unused = socket.getLocalPort();
    }
    S3Settings nowhere =
        new S3Settings(
            URI.create("http://127.0.0.1:" + unused),
            "eu-central-1",
            true,
            S3Settings.SMALLEST_PART_BYTES,
            Duration.ofSeconds(2));
    try (ObjectStore store =
        S3ObjectStore.open(LocalS3.BUCKET, "", nowhere, LocalS3.credentials("right"))) {
      assertThatThrownBy(() -> store.get("a"))
          .isInstanceOf(TransientObjectStoreException.class)
          .hasMessageContaining("key=a");
    }
  }

  @Test // S03
  void shouldDiscardUploadWhenItWasNeverEnded() {
    try (ObjectStore store = server.open("unfinished");
        S3Client client = S3Clients.open(server.settings(), LocalS3.credentials("right"))) {
      client.createMultipartUpload(
          request -> request.bucket(LocalS3.BUCKET).key("unfinished/sst/a"));
      client.createMultipartUpload(request -> request.bucket(LocalS3.BUCKET).key("another/sst/a"));
      assertThat(store.list("")).isEmpty();
      assertThat(store.discardUnfinished("sst/", 1)).isZero();
      assertThat(store.discardUnfinished("sst/", Long.MAX_VALUE / 2_000_000)).isEqualTo(1);
      assertThat(store.discardUnfinished("sst/", Long.MAX_VALUE / 2_000_000)).isZero();
    }
  }
}
