package dev.millrace.runtime.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.config.FunctionSettings;
import dev.millrace.runtime.config.StartFrom;
import dev.millrace.services.SharedServices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class TopicSetupIT {
  private static final int PARTITIONS = 100;
  private static final String NAME = "leaders";
  private static final FunctionSettings SETTINGS =
      new FunctionSettings(
          "it",
          NAME,
          new FunctionSettings.Topics(
              List.of(NAME + "-in"), NAME + "-panes", NAME + "-late", NAME + "-dead", NAME + "-re"),
          new StartFrom.Earliest(),
          0,
          Set.of());

  private static Admin admin(Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(more);
    all.put("bootstrap.servers", SharedServices.kafka().address());
    return Admin.create(all);
  }

  private static Map<TopicPartition, OffsetSpec> ends() {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (String topic : List.of("-panes", "-late", "-dead", "-re")) {
      for (int p = 0; p < PARTITIONS; p++) {
        all.put(new TopicPartition(NAME + topic, p), OffsetSpec.latest());
      }
    }
    return all;
  }

  /** A producer that comes too early may wait for its delivery timeout (KAFKA-15591). */
  @Test
  void shouldHaveLeadersThatAnswerWhenItHasMadeTopics() throws Exception {
    try (Admin patient = admin(Map.of());
        Admin hasty = admin(Map.of("retries", 0));
        TestTopics topics = new TestTopics(SharedServices.kafka().address())) {
      topics.create(NAME + "-in", PARTITIONS);
      TopicSetup.Found found = new TopicSetup(patient, SETTINGS).prepare(true, false);

      assertThat(hasty.listOffsets(ends()).all().get()).hasSize(4 * PARTITIONS);
      assertThat(found.recordBytes()).hasSize(4);
      assertThat(found.rekeyPartitions()).isEqualTo(PARTITIONS);
    }
  }
}
