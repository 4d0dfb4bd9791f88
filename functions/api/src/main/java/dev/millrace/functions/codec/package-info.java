/** How record values become events and results become record values. */
@NullMarked
package dev.millrace.functions.codec;

import org.jspecify.annotations.NullMarked;
