/**
 * The window, accumulate, trigger, emit and purge stages put together, once per layout of state.
 */
@NullMarked
package dev.millrace.engine.operator;

import org.jspecify.annotations.NullMarked;
