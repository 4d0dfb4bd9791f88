package dev.millrace.runtime.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.lane.Clocks;
import dev.millrace.runtime.ledger.TestRedis;
import dev.millrace.services.SharedServices;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What readiness says when a broker does not answer (rule W8). */
class LogEndsTest {
  private static final TopicPartition LOG = new TopicPartition("log-ends", 0);

  private final AtomicLong nowMs = new AtomicLong(1_000);

  @Test
  void shouldSayForHowLongWhenKafkaDoesNotAnswer() throws Exception {
    try (Admin admin =
        Admin.create(Map.of("bootstrap.servers", SharedServices.kafka().address()))) {
      admin
          .createTopics(List.of(new NewTopic(LOG.topic(), Optional.of(1), Optional.empty())))
          .all()
          .get();
      LogEnds ends = new LogEnds(admin, clocks(), error -> String.valueOf(error.getMessage()));
      assertThat(ends.trouble(LOG)).isEmpty();
      TestRedis.until(() -> asked(ends) && ends.of(LOG) != null);
      assertThat(ends.trouble(LOG)).isEmpty();

      nowMs.addAndGet(10_000);
      assertThat(ends.trouble(LOG)).contains("log-ends-0", "10000 ms", "no answer");

      TestRedis.until(() -> asked(ends) && ends.trouble(LOG).isEmpty());
    }
  }

  private boolean asked(LogEnds ends) {
    ends.refresh(List.of(LOG));
    return true;
  }

  private Clocks clocks() {
    return new Clocks() {
      @Override
      public long wallMs() {
        return nowMs.get();
      }

      @Override
      public long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(nowMs.get());
      }
    };
  }
}
