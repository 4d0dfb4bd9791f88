package dev.millrace.state.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.state.objectstore.ObjectAccessDeniedException;
import dev.millrace.state.objectstore.ObjectStoreException;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Answers of the service that has the keys: most are refusals, some only ask for patience. */
class S3FailuresTest {

  @ParameterizedTest
  @CsvSource({
    "400, Throttling, true",
    "400, IDPCommunicationError, true",
    "408, RequestTimeout, true",
    "429, TooManyRequestsException, true",
    "503, ServiceUnavailable, true",
    "400, InvalidIdentityToken, false",
    "400, ValidationError, false",
    "403, AccessDenied, false",
    "403, , false", // to HEAD, whose answer has no body
    "503, , true",
  })
  void shouldTellRefusedFromBusyWhenKeysAreNotGiven(
      int status, @Nullable String code, boolean busy) {
    AwsServiceException answer =
        AwsServiceException.builder()
            .statusCode(status)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(code).build())
            .build();

    ObjectStoreException failure = S3Failures.of("read an object", "bucket=b", answer);

    assertThat(failure)
        .isInstanceOf(
            busy ? TransientObjectStoreException.class : ObjectAccessDeniedException.class);
  }
}
