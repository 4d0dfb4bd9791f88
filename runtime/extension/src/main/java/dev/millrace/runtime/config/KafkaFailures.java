package dev.millrace.runtime.config;

import dev.millrace.runtime.config.FunctionSettings.Topics;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * Says what a failure, of Kafka above all, means for a function, and what to do: an operator sees
 * this text in the log, in readiness and in the API.
 *
 * @param bootstrapServers as configured
 */
public record KafkaFailures(FunctionSettings function, String bootstrapServers) {
  private static final List<String> DISK_FULL =
      List.of("No space left on device", "Disk quota exceeded");

  /** The text for a failure; the first known cause speaks, else the failure itself. */
  public String explain(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String known = known(t);
      if (known != null) {
        return known;
      }
    }
    String message = String.valueOf(failure.getMessage());
    String text = message.startsWith("Expected ") ? message : withRoot(failure);
    String full = diskFull(failure);
    return full == null ? text : onFullDisk(text, full);
  }

  /** The operating system's words, in whatever exception; RocksDB has them in its message. */
  private static @Nullable String diskFull(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String message = String.valueOf(t.getMessage());
      for (String words : DISK_FULL) {
        if (message.contains(words)) {
          return words;
        }
      }
    }
    return null;
  }

  private static String onFullDisk(String text, String words) {
    return text
        + (text.contains(words) ? "" : ", reason=" + words)
        + ". Nothing is lost. Free space on the volume of quarkus.millrace.state.directory, or give"
        + " it more; it is tried again by itself.";
  }

  /** Clients wrap what is of interest: the first cause says it. */
  private static String withRoot(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    return root == failure
        ? text
        : text + ", because of " + root.getClass().getSimpleName() + ": " + root.getMessage();
  }

  private @Nullable String known(Throwable failure) {
    if (failure instanceof TopicAuthorizationException e) {
      return notPermitted(e);
    }
    if (failure instanceof GroupAuthorizationException) {
      return missing("group", function.group(), "Read, Describe", "--group " + function.group());
    }
    if (failure instanceof TransactionalIdAuthorizationException) {
      return missing(
          "transactionalIds",
          function.group() + ".*",
          "Write, Describe",
          "--resource-pattern-type prefixed --transactional-id " + function.group() + ".");
    }
    if (failure instanceof AuthenticationException) {
      return "Expected Kafka to accept the pod's credentials, but it did not:"
          + " kafka.bootstrap.servers="
          + bootstrapServers
          + ", error="
          + failure.getMessage()
          + ". Check kafka.security.protocol, kafka.sasl.mechanism, kafka.sasl.jaas.config and"
          + " kafka.ssl.*.";
    }
    if (failure instanceof TimeoutException) {
      return failure.getClass().getSimpleName()
          + ": "
          + failure.getMessage()
          + " kafka.bootstrap.servers="
          + bootstrapServers
          + ". Check that the broker runs there, and that kafka.security.protocol is its own.";
    }
    return null;
  }

  private String notPermitted(TopicAuthorizationException e) {
    if (e.unauthorizedTopics().isEmpty()) {
      return "Expected the Kafka user to be permitted what the function needs, but it is not:"
          + " function="
          + function.name()
          + ", error="
          + e.getMessage();
    }
    String topic = new TreeSet<>(e.unauthorizedTopics()).first();
    return missing("topic", topic, needed(topic), "--topic " + topic);
  }

  private String needed(String topic) {
    Topics topics = function.topics();
    if (topics.inputs().contains(topic)) {
      return "Read, Describe";
    }
    return topic.equals(topics.rekey())
        ? "Read, Write, Describe, Create, Delete"
        : "Write, Describe, and Create if it is to be made";
  }

  private String missing(String what, String name, String needed, String option) {
    return "Expected the Kafka user to be permitted what the function needs, but it is not:"
        + " function="
        + function.name()
        + ", "
        + what
        + "="
        + name
        + ", needed="
        + needed
        + ". Grant it (kafka-acls --add --allow-principal User:<user> --operation <operation> "
        + option
        + ").";
  }
}
