package dev.millrace.state.objectstore.s3;

import dev.millrace.state.objectstore.S3Settings;
import java.net.URI;
import java.time.Duration;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.s3.S3Client;

/** A real server that speaks S3, in this process, with its objects in memory. */
public final class LocalS3 {
  public static final String BUCKET = "bucket";

  private final S3Proxy server;

  public LocalS3() throws Exception {
    server =
        S3Proxy.builder()
            .blobStore(new TransientNio2BlobStore())
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, "user", "right")
            // Of a session; signatures are checked all the same.
            .ignoreUnknownHeaders(true)
            .build();
    server.start();
    try (S3Client client = S3Clients.open(settings(), credentials("right"))) {
      client.createBucket(request -> request.bucket(BUCKET));
    }
  }

  public S3Settings settings() {
    return settings(address());
  }

  /** Where it listens. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getPort());
  }

  /** To reach it by another address. */
  public S3Settings settings(URI address) {
    return new S3Settings(
        address, null, true, S3Settings.SMALLEST_PART_BYTES, Duration.ofSeconds(10));
  }

  public static AwsCredentialsProvider credentials(String secret) {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create("user", secret));
  }

  /** The right keys, as those of a session. */
  public static AwsCredentials session(String token) {
    return AwsSessionCredentials.create("user", "right", token);
  }

  /** A store below a path of the bucket. */
  public S3ObjectStore open(String path) {
    return S3ObjectStore.open(BUCKET, path, settings(), credentials("right"));
  }

  public void stop() throws Exception {
    server.stop();
  }
}
