package dev.millrace.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.state.StateStoreException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KafkaFailuresTest {
  private static final String NEXT_STEP = "Free space on the volume of quarkus.millrace.state";

  private static final FunctionSettings SETTINGS =
      new FunctionSettings(
          "ns",
          "counts",
          new FunctionSettings.Topics(List.of("in"), "panes", "late", "dead-letters", "rekey"),
          new StartFrom.Earliest(),
          0,
          Set.of());

  private final KafkaFailures failures = new KafkaFailures(SETTINGS, "broker:9092");

  @Test
  void shouldSayWhatToDoWhenTheDiskIsFull() {
    IOException full = new IOException("state/1/CURRENT: No space left on device");
    StateStoreException pinned =
        new StateStoreException("Expected to pin a snapshot, but could not: directory=d", full);

    assertThat(failures.explain(pinned))
        .startsWith("Expected to pin a snapshot, but could not: directory=d, reason=No space left")
        .contains(NEXT_STEP);
    assertThat(failures.explain(new StateStoreException("Expected …: Disk quota exceeded", full)))
        .contains(NEXT_STEP);
  }

  @Test
  void shouldLeaveTheTextAsItIsWhenSomethingElseFailed() {
    assertThat(failures.explain(new StateStoreException("Expected to pin.", new IOException("io"))))
        .isEqualTo("Expected to pin.");
  }
}
