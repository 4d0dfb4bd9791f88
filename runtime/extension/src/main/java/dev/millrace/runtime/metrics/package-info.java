/** Micrometer meters of partitions, bound when a pod takes one and removed when it leaves. */
@NullMarked
package dev.millrace.runtime.metrics;

import org.jspecify.annotations.NullMarked;
