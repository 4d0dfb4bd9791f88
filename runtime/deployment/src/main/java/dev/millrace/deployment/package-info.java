/** Build steps of the extension. */
@NullMarked
package dev.millrace.deployment;

import org.jspecify.annotations.NullMarked;
