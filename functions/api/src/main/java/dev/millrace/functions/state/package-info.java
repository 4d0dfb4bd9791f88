/** How accumulators are described and encoded, so that state survives restarts and upgrades. */
@NullMarked
package dev.millrace.functions.state;

import org.jspecify.annotations.NullMarked;
