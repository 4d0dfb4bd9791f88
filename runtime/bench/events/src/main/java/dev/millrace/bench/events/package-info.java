/** What all runners of the benchmark read, compute and write, whatever they are built on. */
@NullMarked
package dev.millrace.bench.events;

import org.jspecify.annotations.NullMarked;
