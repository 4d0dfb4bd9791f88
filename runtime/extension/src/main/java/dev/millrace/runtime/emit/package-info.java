/** Stage emit: panes, late records and dead letters in Kafka transactions. */
@NullMarked
package dev.millrace.runtime.emit;

import org.jspecify.annotations.NullMarked;
