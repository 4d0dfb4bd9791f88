/** Stage four: which windows a time belongs to, and how long a window lives (rules W1, W3, W5). */
@NullMarked
package dev.millrace.engine.window;

import org.jspecify.annotations.NullMarked;
