/** The benchmark's workloads on a peer, with its own means. */
@NullMarked
package dev.millrace.bench.kafkastreams;

import org.jspecify.annotations.NullMarked;
