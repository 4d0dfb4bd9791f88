package dev.millrace.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.state.CorruptStateException;
import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.PartitionStoreTestKit;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HeapPartitionStoreTest implements PartitionStoreTestKit {
  private static final Path NOWHERE = Path.of("nowhere");

  @Override
  public PartitionStoreFactory factory() {
    return HeapPartitionStore.factory();
  }

  @Test
  void shouldComeBackFromAnImageWithoutAFile() {
    try (HeapPartitionStore store = HeapPartitionStore.create(NOWHERE)) {
      store.timerTable("timers").add(7, 3, new byte[] {1});
      byte[] image = store.encode(new byte[] {42});
      try (HeapPartitionStore decoded = HeapPartitionStore.decode(NOWHERE, image)) {
        assertThat(decoded.restoredMeta()).containsExactly(42);
        assertThat(decoded.timerTable("timers").size()).isEqualTo(1);
        assertThat(decoded.encode(new byte[] {42})).isEqualTo(image);
      }
    }
  }

  @Test
  void shouldRefuseAnImageThatIsCut() {
    try (HeapPartitionStore store = HeapPartitionStore.create(NOWHERE)) {
      byte[] image = store.encode(new byte[] {42});
      assertThatThrownBy(
              () -> HeapPartitionStore.decode(NOWHERE, Arrays.copyOf(image, image.length - 1)))
          .isInstanceOf(CorruptStateException.class)
          .hasMessageContaining("bytes=" + (image.length - 1));
    }
  }
}
