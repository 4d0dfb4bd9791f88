package dev.millrace.cli.kafka;

import dev.millrace.cli.CliException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes topics. */
public final class Topics {
  private Topics() {}

  /** A topic to make, with the broker's defaults for all else. */
  public record Wanted(String name, int partitions) {}

  /** Makes those that are not there. */
  public static void create(Map<String, Object> kafka, Collection<Wanted> topics) {
    if (topics.isEmpty()) {
      return;
    }
    try (Admin admin = Admin.create(kafka)) {
      for (Wanted topic : topics) {
        create(admin, new NewTopic(topic.name(), topic.partitions(), (short) -1));
      }
    }
  }

  private static void create(Admin admin, NewTopic topic) {
    try {
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw new CliException(
            "Expected to create a topic, but Kafka refused: topic="
                + topic.name()
                + ", error="
                + e.getCause(),
            e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("Interrupted", e);
    }
  }
}
