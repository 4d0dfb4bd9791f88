/**
 * Stage two: event time, and arithmetic on it that saturates instead of wrapping (rules W1, W7).
 */
@NullMarked
package dev.millrace.engine.time;

import org.jspecify.annotations.NullMarked;
