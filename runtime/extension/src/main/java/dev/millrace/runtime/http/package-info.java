/** The HTTP API under /millrace: functions, partitions, and the windows of a key. */
@NullMarked
package dev.millrace.runtime.http;

import org.jspecify.annotations.NullMarked;
