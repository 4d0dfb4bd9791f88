/** What is left to read, and what that asks of the number of pods: arithmetic without a clock. */
@NullMarked
package dev.millrace.engine.lag;

import org.jspecify.annotations.NullMarked;
