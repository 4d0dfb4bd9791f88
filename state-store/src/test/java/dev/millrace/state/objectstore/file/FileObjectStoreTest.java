package dev.millrace.state.objectstore.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.ObjectStoreTestKit;
import dev.millrace.state.objectstore.TransientObjectStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileObjectStoreTest implements ObjectStoreTestKit {
  @TempDir Path folder = Path.of("");

  @Override
  public ObjectStore newStore() {
    return new FileObjectStore(folder.resolve("base"));
  }

  @Test // S03
  void shouldDiscardHalfAnUploadWhenItsWriterDied() throws IOException {
    try (ObjectStore store = newStore()) {
      store.put("a", new byte[] {1});
      Path left = Files.write(folder.resolve("base/.uploads/upload-left"), new byte[] {1, 2});
      assertThat(store.list("")).hasSize(1);
      assertThat(store.discardUnfinished("", 1)).isZero();
      assertThat(store.discardUnfinished("", Files.getLastModifiedTime(left).toMillis() + 1))
          .isEqualTo(1);
      assertThat(left).doesNotExist();
      assertThat(store.get("a")).containsExactly(1);
    }
  }

  @Test
  void shouldSayWhereWhenFolderIsNoFolder() throws IOException {
    Files.write(folder.resolve("base"), new byte[0]);
    try (ObjectStore store = newStore()) {
      assertThatThrownBy(() -> store.put("a", new byte[0]))
          .isInstanceOf(TransientObjectStoreException.class)
          .hasMessageContaining(folder.resolve("base").toString());
    }
  }
}
