/** The batch computation that checks what a function has emitted. */
@NullMarked
package dev.millrace.cli.reconcile;

import org.jspecify.annotations.NullMarked;
