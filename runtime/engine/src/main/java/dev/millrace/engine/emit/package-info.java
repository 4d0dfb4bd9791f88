/** Stage seven: panes, labelled provisional or final (rule W9). */
@NullMarked
package dev.millrace.engine.emit;

import org.jspecify.annotations.NullMarked;
