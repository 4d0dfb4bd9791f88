package dev.millrace.state.checkpoint;

import dev.millrace.state.objectstore.ObjectStore;
import dev.millrace.state.objectstore.file.FileObjectStore;

class FileCheckpointStoreTest extends CheckpointStoreTestKit {
  @Override
  ObjectStore newStore() {
    return new FileObjectStore(directory.resolve("objects"));
  }
}
