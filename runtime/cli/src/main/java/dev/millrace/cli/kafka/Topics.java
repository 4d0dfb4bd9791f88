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

  /** Makes those that are not there, each with so many partitions and the broker's defaults. */
  public static void create(Map<String, Object> kafka, Collection<String> names, int partitions) {
    try (Admin admin = Admin.create(kafka)) {
      for (String name : names) {
        create(admin, new NewTopic(name, partitions, (short) -1));
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
