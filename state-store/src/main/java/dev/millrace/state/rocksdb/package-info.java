/**
 * State in memory first, RocksDB below: what was checkpointed or evicted lies on disk, what is in
 * use lies in hash tables.
 */
@NullMarked
package dev.millrace.state.rocksdb;

import org.jspecify.annotations.NullMarked;
