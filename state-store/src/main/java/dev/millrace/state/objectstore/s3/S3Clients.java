package dev.millrace.state.objectstore.s3;

import dev.millrace.state.objectstore.ObjectStoreUsageException;
import dev.millrace.state.objectstore.S3Settings;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Makes clients: the JDK's HTTP, the usual credentials, and only what all S3 servers understand.
 */
final class S3Clients {
  /** Servers that have no regions want one in the signature. */
  private static final Region ANY_REGION = Region.US_EAST_1;

  private S3Clients() {}

  static S3Client open(S3Settings settings) {
    return open(settings, credentials(settings.credentials()));
  }

  private static AwsCredentialsProvider credentials(S3Settings.@Nullable Credentials fixed) {
    return fixed == null
        ? DefaultCredentialsProvider.builder().build()
        : StaticCredentialsProvider.create(
            AwsBasicCredentials.create(fixed.accessKeyId(), fixed.secretAccessKey()));
  }

  static S3Client open(S3Settings settings, AwsCredentialsProvider credentials) {
    S3ClientBuilder builder =
        S3Client.builder()
            .credentialsProvider(credentials)
            .forcePathStyle(settings.pathStyle())
            // Trailing checksums are not known to many servers; every file's hash is in the
            // manifest.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            // The JDK's connections fail a request whose answer comes before its body was asked
            // for.
            .serviceConfiguration(configuration -> configuration.expectContinueEnabled(false))
            .httpClientBuilder(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(settings.timeout())
                    .socketTimeout(settings.timeout()))
            .overrideConfiguration(override -> override.retryStrategy(RetryMode.STANDARD));
    if (settings.endpoint() != null) {
      builder.endpointOverride(settings.endpoint()).region(ANY_REGION);
    }
    if (settings.region() != null) {
      builder.region(Region.of(settings.region()));
    }
    try {
      return builder.build();
    } catch (SdkClientException e) {
      throw new ObjectStoreUsageException(
          "Expected settings for S3 to be whole, but they are not: reason=" + e.getMessage(), e);
    }
  }
}
