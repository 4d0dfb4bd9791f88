/** Stage six: when a pane fires (rules W4, W9). */
@NullMarked
package dev.millrace.engine.trigger;

import org.jspecify.annotations.NullMarked;
