/** Reads and runs the case folders. */
@NullMarked
package dev.millrace.testkit.cases;

import org.jspecify.annotations.NullMarked;
