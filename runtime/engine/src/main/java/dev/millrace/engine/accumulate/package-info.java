/** Stage five: what is kept for a key and window, and how user code changes it (rule E1). */
@NullMarked
package dev.millrace.engine.accumulate;

import org.jspecify.annotations.NullMarked;
