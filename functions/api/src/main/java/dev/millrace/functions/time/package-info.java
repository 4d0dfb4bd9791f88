/** How event time is read from a record. */
@NullMarked
package dev.millrace.functions.time;

import org.jspecify.annotations.NullMarked;
