/** Window state of a partition: objects in memory first, RocksDB below. */
@NullMarked
package dev.millrace.state;

import org.jspecify.annotations.NullMarked;
