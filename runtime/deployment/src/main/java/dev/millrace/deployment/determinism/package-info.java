/** Refuses function code whose result would depend on more than the log. */
@NullMarked
package dev.millrace.deployment.determinism;

import org.jspecify.annotations.NullMarked;
