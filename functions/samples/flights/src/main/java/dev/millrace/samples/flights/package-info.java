/** Delay and distance of flights, per carrier and hour and per flight and day. */
@NullMarked
package dev.millrace.samples.flights;

import org.jspecify.annotations.NullMarked;
