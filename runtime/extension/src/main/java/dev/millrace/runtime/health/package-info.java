/** Alive, started and ready: three questions. */
@NullMarked
package dev.millrace.runtime.health;

import org.jspecify.annotations.NullMarked;
