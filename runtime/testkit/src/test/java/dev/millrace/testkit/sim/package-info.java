/** Random scripts, compared with the oracle. */
@NullMarked
package dev.millrace.testkit.sim;

import org.jspecify.annotations.NullMarked;
