/** Stage three: the key of an event. */
@NullMarked
package dev.millrace.engine.key;

import org.jspecify.annotations.NullMarked;
