/** Stage eight: windows are forgotten once nothing can revise them. */
@NullMarked
package dev.millrace.engine.purge;

import org.jspecify.annotations.NullMarked;
