/** Named points at which a test can kill the process. */
@NullMarked
package dev.millrace.runtime.faults;

import org.jspecify.annotations.NullMarked;
