/** Stage consume: polls partitions in offset order and hands batches to their lanes. */
@NullMarked
package dev.millrace.runtime.ingest;

import org.jspecify.annotations.NullMarked;
