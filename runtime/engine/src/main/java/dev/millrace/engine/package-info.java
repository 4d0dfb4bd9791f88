/**
 * The engine: a partition as a deterministic state machine over its log. Plain Java, no threads, no
 * clock.
 */
@NullMarked
package dev.millrace.engine;

import org.jspecify.annotations.NullMarked;
