package dev.millrace.state.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RocksDB's library is loaded late, and what would keep it from that is known early (N04). */
class RocksLibraryTest {
  @TempDir Path folder;

  @Test
  void shouldBeLoadedWithTheFirstDatabaseOrWhenAskedTo() {
    try (RocksMemory memory = RocksMemory.of(2 << 20, 1 << 20)) {
      RocksStoreFactory stores = new RocksStoreFactory(memory, RocksSettings.ofBudget(1 << 20));
      stores.create(folder.resolve("work")).close();
      assertThat(memory.isLoaded()).isFalse();
      assertThat(memory.usedBytes()).isZero();
      stores.warm();
      assertThat(memory.isLoaded()).isTrue();
    }
  }

  @Test
  void shouldAcceptAFolderForProgramsAndLeaveNothingInIt() throws IOException {
    RocksLibrary.requireRoomForPrograms(folder);
    assertThat(folder).isEmptyDirectory();
    RocksLibrary.require();
  }

  @Test
  void shouldRefuseAFolderThatCannotBeWritten() {
    assertThatThrownBy(() -> RocksLibrary.requireRoomForPrograms(Path.of("/proc")))
        .isInstanceOf(IOException.class);
  }
}
