/** The benchmark's workloads on a peer, with its own means. */
@NullMarked
package dev.millrace.bench.flink;

import org.jspecify.annotations.NullMarked;
