/** Stage one of a function whose key is not the record's own (rule R1). */
@NullMarked
package dev.millrace.engine.rekey;

import org.jspecify.annotations.NullMarked;
