/** Stage key: brings the records of a key together through an internal topic (rules R1 to R4). */
@NullMarked
package dev.millrace.runtime.rekey;

import org.jspecify.annotations.NullMarked;
