package dev.millrace.state.heap;

import dev.millrace.state.PartitionStoreFactory;
import dev.millrace.state.PartitionStoreTestKit;

class HeapPartitionStoreTest implements PartitionStoreTestKit {
  @Override
  public PartitionStoreFactory factory() {
    return HeapPartitionStore.factory();
  }
}
