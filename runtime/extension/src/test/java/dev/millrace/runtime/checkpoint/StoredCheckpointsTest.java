package dev.millrace.runtime.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.runtime.checkpoint.PartitionCheckpoints.Facts;
import dev.millrace.state.PartitionStore;
import dev.millrace.state.StateSnapshot;
import dev.millrace.state.checkpoint.CheckpointLocation;
import dev.millrace.state.checkpoint.CheckpointStore;
import dev.millrace.state.heap.HeapPartitionStore;
import dev.millrace.state.objectstore.file.FileObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints of a partition as the runtime sees them (C2, C3, A2). */
class StoredCheckpointsTest {
  @TempDir Path folder;

  private StoredCheckpoints pod(String name) {
    return new StoredCheckpoints(
        new CheckpointStore(
            new FileObjectStore(folder.resolve("objects")), new CheckpointLocation("ns", "f", 0)),
        HeapPartitionStore.factory(),
        folder.resolve(name).resolve("0"),
        new StoredCheckpoints.Settings("schema", 2, Runnable::run));
  }

  private static SavedCheckpoint save(
      StoredCheckpoints checkpoints, PartitionStore store, long epoch, long offset) {
    StateSnapshot snapshot = store.beginSnapshot(new byte[] {(byte) offset});
    try (StateSnapshot.PinnedState pinned = snapshot.pin()) {
      return checkpoints.save(
          pinned, new Facts(epoch, offset, 7, offset - 10, List.of((offset - 5) + "w7"), 0));
    }
  }

  @Test
  void shouldTellOffsetsAndDecisionsOfManifestsNewestFirst() {
    StoredCheckpoints pod = pod("a");
    try (PartitionStore store = pod.create()) {
      SavedCheckpoint first = save(pod, store, 1, 10);
      SavedCheckpoint second = save(pod, store, 1, 20);
      assertThat(pod("b").newestFirst()).containsExactly(second, first);
      assertThat(second.decisions()).containsExactly("15w7");
      assertThat(second.since()).isEqualTo(10);
    }
  }

  /** Each start asks twice, before and after the old owner is fenced. */
  @Test
  void shouldReadOnlyManifestsThatAreNewWhenAskedAgain() throws IOException {
    StoredCheckpoints old = pod("a");
    StoredCheckpoints next = pod("b");
    try (PartitionStore store = old.create()) {
      SavedCheckpoint first = save(old, store, 1, 10);
      SavedCheckpoint second = save(old, store, 1, 20);
      assertThat(next.newestFirst()).containsExactly(second, first);
      overwrite(second, "not what it was");
      SavedCheckpoint last = save(old, store, 1, 30);
      assertThat(next.newestFirst()).containsExactly(last, second, first);
      assertThat(pod("c").newestFirst()).as("read anew").containsExactly(last, first);
    }
  }

  @Test
  void shouldForgetManifestsThatAreGoneAndReadAgainThoseThatWereDamaged() throws IOException {
    StoredCheckpoints old = pod("a");
    StoredCheckpoints next = pod("b");
    try (PartitionStore store = old.create()) {
      SavedCheckpoint first = save(old, store, 1, 10);
      SavedCheckpoint second = save(old, store, 1, 20);
      byte[] whole = overwrite(second, "damaged");
      assertThat(next.newestFirst()).containsExactly(first);
      Files.write(manifest(second), whole);
      Files.delete(manifest(first));
      assertThat(next.newestFirst()).containsExactly(second);
    }
  }

  private byte[] overwrite(SavedCheckpoint checkpoint, String text) throws IOException {
    byte[] before = Files.readAllBytes(manifest(checkpoint));
    Files.writeString(manifest(checkpoint), text);
    return before;
  }

  private Path manifest(SavedCheckpoint checkpoint) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("objects"))) {
      return files
          .filter(file -> file.endsWith(checkpoint.name() + ".json"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void shouldRestoreTheNewestWhenAnOlderOneWasPrepared() {
    StoredCheckpoints old = pod("a");
    StoredCheckpoints next = pod("b");
    try (PartitionStore store = old.create()) {
      save(old, store, 1, 10);
      next.prepare();
      SavedCheckpoint last = save(old, store, 1, 20);
      try (PartitionStore restored = next.restore(last)) {
        assertThat(restored.restoredMeta()).containsExactly(20);
      }
    }
    assertThat(folder.resolve("b").resolve("0-prepared")).doesNotExist();
  }

  @Test
  void shouldLeaveNothingWhenWhatWasPreparedIsDropped() {
    StoredCheckpoints old = pod("a");
    StoredCheckpoints next = pod("b");
    try (PartitionStore store = old.create()) {
      save(old, store, 1, 10);
    }
    next.prepare();
    assertThat(folder.resolve("b").resolve("0-prepared")).isNotEmptyDirectory();
    next.dropPrepared();
    assertThat(folder.resolve("b").resolve("0-prepared")).doesNotExist();
  }

  @Test
  void shouldKeepOnlyTheNewestWhenPruned() {
    StoredCheckpoints pod = pod("a");
    try (PartitionStore store = pod.create()) {
      save(pod, store, 1, 10);
      SavedCheckpoint second = save(pod, store, 1, 20);
      SavedCheckpoint third = save(pod, store, 1, 30);
      assertThat(pod.prune(third)).containsExactly(third, second);
    }
  }
}
