/** Aggregates that answer approximately from little state. */
@NullMarked
package dev.millrace.functions.sketch;

import org.jspecify.annotations.NullMarked;
