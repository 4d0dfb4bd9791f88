/** The benchmark's workload without windows, as a user would write it. */
@NullMarked
package dev.millrace.bench.stateless;

import org.jspecify.annotations.NullMarked;
