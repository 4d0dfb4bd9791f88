/** What the status says: conditions, phase, partitions. Pure functions of what was seen. */
@NullMarked
package dev.millrace.operator.condition;

import org.jspecify.annotations.NullMarked;
