/** Stage one: a record becomes an event, or is rejected with a reason. */
@NullMarked
package dev.millrace.engine.consume;

import org.jspecify.annotations.NullMarked;
