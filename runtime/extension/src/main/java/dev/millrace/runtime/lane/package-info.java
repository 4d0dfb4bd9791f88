/** The one place that knows threads: lanes run the duties of partitions. */
@NullMarked
package dev.millrace.runtime.lane;

import org.jspecify.annotations.NullMarked;
