package dev.millrace.testkit;

import dev.millrace.state.PartitionStore;
import dev.millrace.state.heap.HeapPartitionStore;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Checkpoints as bytes: encoded and decoded as any, but without a file, for thousands of runs. */
final class HeapCheckpoints implements Checkpoints {
  /** Never written to. */
  private static final Path NOWHERE = Path.of("nowhere");

  private byte @Nullable [] image;

  @Override
  public PartitionStore open() {
    return image == null
        ? HeapPartitionStore.create(NOWHERE)
        : HeapPartitionStore.decode(NOWHERE, image);
  }

  @Override
  public void save(PartitionStore store, byte[] meta) {
    image = ((HeapPartitionStore) store).encode(meta);
  }

  @Override
  public void close() {}
}
