/** Runs the partitions of a function: opening, replay, live work, checkpoints, giving up. */
@NullMarked
package dev.millrace.runtime.partition;

import org.jspecify.annotations.NullMarked;
