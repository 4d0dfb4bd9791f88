package dev.millrace.runtime.partition;

import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.FunctionSettings.Topics;
import dev.millrace.runtime.config.KafkaFailures;
import dev.millrace.runtime.position.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Looks again and again whether the topics of a running function are still those it was started
 * with: a reader does not notice that a log was replaced by another of the same name, and a writer
 * waits for minutes for a topic that is gone (design, section 8). Also tells which permission is
 * missing before an operation fails for it. One thread looks, all may ask.
 */
public final class TopicWatch {
  private static final int TIMEOUT_MS = 4_000;

  /** A broker that has just started may not know all topics yet. */
  private static final int LOOKS_UNTIL_GONE = 3;

  private final Admin admin;
  private final FunctionSettings function;
  private final KafkaFailures failures;
  private final Map<String, Log> logs;
  private final List<String> names;
  private final Map<String, Integer> unseen = new TreeMap<>();
  private volatile String usageTrouble = "";
  private volatile @Nullable Change change;

  /** A topic that is read, as it was at the start. */
  public record Log(String id, int partitions) {}

  /**
   * What calls for the function to be started anew.
   *
   * @param isReplaced the log that positions and state belong to is gone: nothing may be committed
   *     any more
   */
  public record Change(String what, boolean isReplaced) {}

  /**
   * Watches through a client that stays the caller's.
   *
   * @param logs the topics that are read
   */
  public TopicWatch(
      Admin admin, FunctionSettings function, KafkaFailures failures, Map<String, Log> logs) {
    this.admin = admin;
    this.function = function;
    this.failures = failures;
    this.logs = Map.copyOf(logs);
    Topics topics = function.topics();
    this.names = new ArrayList<>(logs.keySet());
    names.addAll(List.of(topics.panes(), topics.late(), topics.deadLetters()));
  }

  /** Why the function's topics cannot be used as they are; empty if they can. */
  public String trouble() {
    Change changed = change;
    return changed == null ? usageTrouble : changed.what();
  }

  /** What calls for a new start, or null. */
  public @Nullable Change change() {
    return change;
  }

  /**
   * Lets the caller pass while the topics are there.
   *
   * @throws RefusedException if the log that is read was replaced
   * @throws KafkaException if a topic that is written to is missing, or one may not be used
   */
  void requireUsable() {
    Change changed = change;
    if (changed != null && changed.isReplaced()) {
      throw new RefusedException(changed.what(), null);
    }
    String missing = usageTrouble;
    if (!missing.isEmpty()) {
      throw new KafkaException(missing);
    }
  }

  /** Looks once; waits for Kafka. A broker that does not answer says nothing about topics. */
  void look() {
    Map<String, KafkaFuture<TopicDescription>> asked =
        admin
            .describeTopics(
                names,
                new DescribeTopicsOptions().timeoutMs(TIMEOUT_MS).includeAuthorizedOperations(true))
            .topicNameValues();
    SortedMap<String, String> troubles = new TreeMap<>();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : asked.entrySet()) {
      String name = answer.getKey();
      try {
        TopicDescription seen = KafkaClients.get(answer.getValue());
        unseen.remove(name);
        compare(name, seen);
        if (!isPermitted(name, seen)) {
          troubles.put(name, notPermitted(name));
        }
      } catch (UnknownTopicOrPartitionException e) {
        if (unseen.merge(name, 1, Integer::sum) >= LOOKS_UNTIL_GONE) {
          gone(name, troubles);
        }
      } catch (TopicAuthorizationException e) {
        troubles.put(name, notPermitted(name));
      } catch (KafkaException e) {
        return;
      }
    }
    usageTrouble = troubles.values().stream().findFirst().orElse("");
  }

  /** A broker that checks no permissions lists all operations, an old one none at all. */
  private boolean isPermitted(String name, TopicDescription seen) {
    Set<AclOperation> permitted = seen.authorizedOperations();
    return permitted == null || permitted.containsAll(needed(name));
  }

  private Set<AclOperation> needed(String name) {
    if (!logs.containsKey(name)) {
      return Set.of(AclOperation.WRITE);
    }
    return name.equals(function.topics().rekey())
        ? Set.of(AclOperation.READ, AclOperation.WRITE)
        : Set.of(AclOperation.READ);
  }

  private String notPermitted(String name) {
    return failures.explain(new TopicAuthorizationException(Set.of(name)));
  }

  private void gone(String name, Map<String, String> troubles) {
    if (logs.containsKey(name)) {
      change =
          new Change(
              "Expected the topic that is read to stay, but it was deleted: function="
                  + function.name()
                  + ", topic="
                  + name
                  + ".",
              true);
      return;
    }
    troubles.put(
        name,
        "Expected the topics that are written to to exist, but one was deleted: function="
            + function.name()
            + ", topic="
            + name
            + ". Create it again, with the partitions it had; or restart the pod, which does."
            + " Nothing is lost: the input is read on from where output stopped.");
  }

  private void compare(String name, TopicDescription seen) {
    Log before = logs.get(name);
    if (before == null) {
      return;
    }
    if (!before.id().equals(seen.topicId().toString())) {
      change =
          new Change(
              "Expected the topic that is read to stay, but it was deleted and created again:"
                  + " function="
                  + function.name()
                  + ", topic="
                  + name
                  + ", id="
                  + seen.topicId()
                  + ", formerId="
                  + before.id()
                  + ".",
              true);
    } else if (before.partitions() != seen.partitions().size() && change == null) {
      change =
          new Change(
              "Expected the topic that is read to keep its partitions, but their number changed:"
                  + " function="
                  + function.name()
                  + ", topic="
                  + name
                  + ", before="
                  + before.partitions()
                  + ", now="
                  + seen.partitions().size()
                  + ".",
              false);
    }
  }
}
