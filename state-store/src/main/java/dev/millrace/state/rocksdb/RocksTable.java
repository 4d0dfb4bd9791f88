package dev.millrace.state.rocksdb;

import java.util.Collection;
import java.util.List;

/** What the store needs of a table, whatever it holds. */
interface RocksTable {

  /** Its segments, a view. */
  Collection<? extends Segment> segments();

  /** What to write into a snapshot's directory. */
  List<StateDirectory.Part> parts();

  /** Takes over the parts of a restored snapshot; the table is new. */
  void restore(List<StateDirectory.Part> parts);

  /** Number of keys, in memory or not. */
  long liveKeys();

  /** Estimated bytes in memory. */
  long memoryBytes();
}
