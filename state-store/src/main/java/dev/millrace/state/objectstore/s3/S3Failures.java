package dev.millrace.state.objectstore.s3;

import dev.millrace.state.objectstore.BucketNotFoundException;
import dev.millrace.state.objectstore.ObjectAccessDeniedException;
import dev.millrace.state.objectstore.ObjectNotFoundException;
import dev.millrace.state.objectstore.ObjectStoreException;
import dev.millrace.state.objectstore.ObjectStoreUsageException;
import dev.millrace.state.objectstore.PreconditionFailedException;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Turns failures of the SDK into those that say what to do. */
final class S3Failures {
  /** Refused for now, whatever the status: a later attempt has another token, clock or luck. */
  private static final Set<String> TRANSIENT_CODES =
      Set.of(
          "ExpiredToken",
          "RequestTimeTooSkewed",
          "RequestTimeout",
          "SlowDown",
          "IDPCommunicationError",
          "ConditionalRequestConflict",
          "OperationAborted");

  private static final String NO_CREDENTIALS = "Unable to load credentials";

  private S3Failures() {}

  static ObjectStoreException of(String action, String where, SdkException e) {
    String message =
        "Expected to "
            + action
            + ", but the object store did not: "
            + where
            + ", reason="
            + e.getMessage();
    return e instanceof AwsServiceException service
        ? ofService(message, service)
        : ofClient(message, e);
  }

  /**
   * An answer, if not of S3 then of the service that has its keys: one that does not give them says
   * so with 400.
   */
  private static ObjectStoreException ofService(String message, AwsServiceException e) {
    if (isTransient(e)) {
      return new TransientObjectStoreException(message, e);
    }
    if (e instanceof NoSuchBucketException) {
      return new BucketNotFoundException(
          message + ". Create the bucket, or correct the location.", e);
    }
    int status = e.statusCode();
    if (!(e instanceof S3Exception) && status < 500) {
      return denied(message, e);
    }
    return switch (status) {
      case 401, 403 -> denied(message, e);
      case 404 -> new ObjectNotFoundException(message, e);
      case 412 -> new PreconditionFailedException(message, e);
      case 409 -> new TransientObjectStoreException(message, e);
      default ->
          status >= 500
              ? new TransientObjectStoreException(message, e)
              : new ObjectStoreUsageException(message, e);
    };
  }

  /** Also of the service that has the keys: being throttled is not being refused. */
  private static boolean isTransient(AwsServiceException e) {
    return e.isThrottlingException()
        || e.statusCode() == 408
        || e.statusCode() == 429
        || TRANSIENT_CODES.contains(code(e));
  }

  /** The answer to HEAD has no body to say one in. */
  private static String code(AwsServiceException e) {
    String code = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorCode();
    return code == null ? "" : code;
  }

  private static ObjectStoreException denied(String message, AwsServiceException e) {
    return new ObjectAccessDeniedException(
        message + ". Check the credentials and what they permit.", e);
  }

  /** No answer: the network, or there was nothing to sign the request with. */
  private static ObjectStoreException ofClient(String message, SdkException e) {
    return e.getMessage() != null && e.getMessage().startsWith(NO_CREDENTIALS)
        ? new ObjectAccessDeniedException(message, e)
        : new TransientObjectStoreException(message + ". Check the endpoint and the network.", e);
  }
}
