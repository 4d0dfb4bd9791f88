/** Runs functions on Kafka: the pod, its start and stop, and where its functions come from. */
@NullMarked
package dev.millrace.runtime;

import org.jspecify.annotations.NullMarked;
