/** Reads one topic once in three ways and says what each cost. */
@NullMarked
package dev.millrace.bench.connector;

import org.jspecify.annotations.NullMarked;
