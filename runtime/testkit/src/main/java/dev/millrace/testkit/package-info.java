/**
 * Drives a function in a plain unit test: records, the clock, checkpoints and crashes in; panes,
 * late records, dead letters and counters out. No broker, no container, no sleeping.
 *
 * <p>Start at {@link dev.millrace.testkit.FunctionHarness}.
 */
@NullMarked
package dev.millrace.testkit;

import org.jspecify.annotations.NullMarked;
