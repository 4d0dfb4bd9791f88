/** Tests of reading from Kafka. */
@NullMarked
package dev.millrace.runtime.ingest;

import org.jspecify.annotations.NullMarked;
