package dev.millrace.state.objectstore;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach S3.
 *
 * @param endpoint of a server that is not Amazon's; null for Amazon's
 * @param region null to take it from the environment; servers that have none take any
 * @param pathStyle whether the bucket is in the path, not in the host name
 * @param multipartBytes files above this size are uploaded in parts of it; at least 5 MiB
 * @param timeout of a single attempt
 * @param credentials null to take them from the usual chain (system properties, environment, web
 *     identity, profile, container, instance), asked anew when they expire or the profile changes
 */
public record S3Settings(
    @Nullable URI endpoint,
    @Nullable String region,
    boolean pathStyle,
    long multipartBytes,
    Duration timeout,
    @Nullable Credentials credentials) {

  /** The least that S3 takes as a part. */
  public static final long SMALLEST_PART_BYTES = 5L << 20;

  private static final long MULTIPART_BYTES = 64L << 20;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /**
   * A key and its secret.
   *
   * @param secretAccessKey never printed
   */
  public record Credentials(String accessKeyId, String secretAccessKey) {
    @Override
    public String toString() {
      return "Credentials[accessKeyId=" + accessKeyId + "]";
    }
  }

  public S3Settings {
    if (multipartBytes < SMALLEST_PART_BYTES) {
      throw new IllegalArgumentException(
          "Expected parts of at least 5 MiB, but got multipartBytes=" + multipartBytes);
    }
  }

  /** With credentials from the usual chain. */
  public S3Settings(
      @Nullable URI endpoint,
      @Nullable String region,
      boolean pathStyle,
      long multipartBytes,
      Duration timeout) {
    this(endpoint, region, pathStyle, multipartBytes, timeout, null);
  }

  /** Amazon's S3, region from the environment. */
  public static S3Settings defaults() {
    return new S3Settings(null, null, false, MULTIPART_BYTES, TIMEOUT);
  }

  /** Another server, path style. */
  public static S3Settings ofEndpoint(URI endpoint, @Nullable String region) {
    return new S3Settings(endpoint, region, true, MULTIPART_BYTES, TIMEOUT);
  }
}
