/**
 * How many pods a function needs and which partitions each gets (rules A3 to A6): pure functions
 * over a snapshot and what is remembered. Time is a parameter; nothing here reads a clock, a broker
 * or the API server.
 */
@NullMarked
package dev.millrace.operator.scaling;

import org.jspecify.annotations.NullMarked;
