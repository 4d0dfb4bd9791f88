package dev.millrace.runtime.partition;

import dev.millrace.runtime.config.ConfigurationException;
import dev.millrace.runtime.ledger.Report.Kind;
import dev.millrace.runtime.position.RefusedException;
import dev.millrace.state.objectstore.BucketNotFoundException;
import dev.millrace.state.objectstore.ObjectAccessDeniedException;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What kind of trouble an error is, for who looks from outside. */
final class Troubles {
  private Troubles() {}

  /** The kind of the first cause that is known. */
  static Kind kind(Throwable error) {
    for (Throwable t = error; t != null; t = t.getCause()) {
      Kind known = known(t);
      if (known != Kind.OTHER) {
        return known;
      }
    }
    return Kind.OTHER;
  }

  private static Kind known(Throwable error) {
    if (error instanceof BucketNotFoundException) {
      return Kind.BUCKET_MISSING;
    }
    if (error instanceof ObjectAccessDeniedException) {
      return Kind.STORE_REFUSED;
    }
    if (error instanceof TransientObjectStoreException) {
      return Kind.STORE_UNREACHABLE;
    }
    if (error instanceof AuthorizationException || error instanceof AuthenticationException) {
      return Kind.KAFKA_REFUSED;
    }
    if (error instanceof UnknownTopicOrPartitionException) {
      return Kind.TOPIC;
    }
    return error instanceof RefusedException || error instanceof ConfigurationException
        ? Kind.REFUSED
        : Kind.OTHER;
  }
}
